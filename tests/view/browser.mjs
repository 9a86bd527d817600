// Chromium by its DevTools protocol over a pipe: no package is needed.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export async function openBrowser(program) {
  const home = mkdtempSync(join(tmpdir(), 'lob-view-'));
  const child = spawn(program, ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-sync',
    '--disable-background-networking', '--disable-component-update', '--hide-scrollbars', '--window-size=1280,860',
    '--user-data-dir=' + home, '--remote-debugging-pipe', 'about:blank'], {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
  const waiting = new Map(), listeners = [];
  let last = 0, rest = '';
  child.stdio[4].setEncoding('utf8');
  child.stdio[4].on('data', text => {
    const parts = (rest + text).split('\0');
    rest = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part);
      if (message.id) {
        const w = waiting.get(message.id);
        waiting.delete(message.id);
        if (message.error) w.no(new Error(message.error.message)); else w.yes(message.result);
      } else listeners.forEach(l => l(message));
    }
  });
  const send = (method, params, sessionId) => new Promise((yes, no) => {
    const id = ++last;
    waiting.set(id, {yes, no});
    child.stdio[3].write(JSON.stringify({id, method, params: params || {}, sessionId}) + '\0');
  });
  const {targetInfos} = await send('Target.getTargets');
  const page = targetInfos.find(t => t.type === 'page');
  const {sessionId} = await send('Target.attachToTarget', {targetId: page.targetId, flatten: true});
  const ask = (method, params) => send(method, params, sessionId);
  const told = {console: [], requests: []};
  listeners.push(m => {
    if (m.method === 'Runtime.exceptionThrown') told.console.push(JSON.stringify(m.params.exceptionDetails).slice(0, 400));
    if (m.method === 'Log.entryAdded') m.params.entry.level !== 'verbose' && !/willReadFrequently/.test(m.params.entry.text) && told.console.push(m.params.entry.text);
    if (m.method === 'Network.requestWillBeSent') told.requests.push(m.params.request.url);
  });
  for (const domain of ['Page', 'Runtime', 'Network', 'Log', 'DOM']) await ask(domain + '.enable');
  const evaluate = async expression => {
    const answer = await ask('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true});
    if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails).slice(0, 400));
    return answer.result.value;
  };
  const until = async (what, expression) => {
    for (let i = 0; i < 600; i++) {
      if (await evaluate(expression)) return;
      await new Promise(r => setTimeout(r, 50));
    }
    throw new Error('never came: ' + what);
  };
  const mouse = (type, x, y, more) => ask('Input.dispatchMouseEvent', Object.assign({type, x, y, button: 'left', buttons: 1, clickCount: 1}, more));
  const click = async (x, y) => { await mouse('mouseMoved', x, y, {buttons: 0}); await mouse('mousePressed', x, y); await mouse('mouseReleased', x, y); };
  const key = async (text, name) => {
    await ask('Input.dispatchKeyEvent', {type: 'keyDown', key: name || text, text: name ? undefined : text});
    await ask('Input.dispatchKeyEvent', {type: 'keyUp', key: name || text});
  };
  const close = async () => {
    const gone = new Promise(r => child.once('exit', r));
    send('Browser.close').catch(() => {}); // its helpers write until they end, so killing it would leave them at it
    await gone;
    rmSync(home, {recursive: true, force: true, maxRetries: 20, retryDelay: 100});
  };
  return {ask, evaluate, until, mouse, click, key, close, told};
}
