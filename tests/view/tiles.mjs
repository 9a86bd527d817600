// How many tiles a second the viewer serves: six connections, near and far, no tile twice.
// usage: node tiles.mjs PROGRAM FILE [AT_LEAST]
import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import http from 'node:http';

const [program, file, least] = process.argv.slice(2);
const child = spawn(program, ['view', file], {stdio: ['ignore', 'pipe', 'inherit']});
const url = String(await new Promise(r => child.stdout.once('data', r))).trim();
const agent = new http.Agent({keepAlive: true, maxSockets: 6});
const get = path => new Promise((yes, no) => http.get(url + path, {agent}, a => {
  const parts = [];
  a.on('data', d => parts.push(d));
  a.on('end', () => a.statusCode === 200 ? yes(Buffer.concat(parts)) : no(new Error(path + ' ' + a.statusCode)));
}).on('error', no));
// What the processor did, in ms: the rate hangs on what else the machine does, this does not.
const worked = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13).reduce((a, b) => a + b * 10, 0);
const info = JSON.parse(await get('info'));
const [left, bottom, right, top] = info.box, layers = info.layers.filter(l => l.shown).map(l => l.index).join(',');
const fit = Math.floor(Math.log2(1000 / Math.max(right - left, top - bottom)));
for (const z of [fit, fit + 2, fit + 4, fit + 6]) {
  const side = 256 / 2 ** z, queue = [];
  for (let y = Math.floor(-top / side); y <= -bottom / side; y++) {
    for (let x = Math.floor(left / side); x <= right / side; x++) queue.push([x, y]);
  }
  const step = Math.max(1, Math.floor(queue.length / 240)), some = queue.filter((_, i) => i % step === 0);
  const count = some.length, begin = performance.now(), before = worked();
  await Promise.all([...Array(6)].map(async () => {
    for (let t; (t = some.pop());) await get(`tile?z=${z}&x=${t[0]}&y=${t[1]}&layers=${layers}`);
  }));
  const rate = count / (performance.now() - begin) * 1000;
  console.log(`zoom ${z}: ${count} tiles, ${rate.toFixed(0)} a second, ${((worked() - before) / count).toFixed(1)} ms of the processor each`);
  if (least && count > 30 && rate < Number(least)) process.exitCode = 1;
}
agent.destroy();
child.kill('SIGTERM');
