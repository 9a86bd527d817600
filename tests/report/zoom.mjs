// The zoomable drawing of a report in a headless Chromium: node zoom.mjs CHROMIUM PAGE [SHOT.png]
// What the page shows is held against the numbers of the page itself: a drag over so many pixels is so many micrometres.
import {writeFileSync} from 'node:fs';
import {openBrowser} from '../view/browser.mjs';

const [program, page, shot] = process.argv.slice(2), url = 'file://' + page;
const browser = await openBrowser(program);
let passed = 0, failed = 0;
const check = (is, what) => { if (is) passed++; else { failed++; console.log('FAILED: ' + what); } };
const near = (a, b, what) => check(Math.abs(a - b) <= 1e-3 * Math.abs(b) + 1e-9, what + ': ' + a + ', expected ' + b);
const box = selector => browser.evaluate(`(() => { const r = document.querySelector('${selector}').getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; })()`);
const viewBox = async () => (await browser.evaluate("layoutReport.svg.getAttribute('viewBox')")).split(' ').map(Number);
const shown = selector => browser.evaluate(`getComputedStyle(document.querySelector('${selector}')).display !== 'none'`);

try {
  await browser.ask('Page.navigate', {url});
  await browser.until('the drawing', 'window.layoutReport && document.readyState === "complete"');
  await browser.evaluate("document.getElementById('zoom-pane').scrollIntoView()");
  check(!await shown('#whole picture'), 'the picture stands beside the drawing');
  const whole = await viewBox(), um = await browser.evaluate("Number(document.getElementById('zoomable').dataset.um)");
  const [left, top, wide, high] = await box('#zoom-pane');
  near(wide / high, whole[2] / whole[3], 'the pane is not as the drawing is');

  // The wheel zooms a drawing that was clicked; the place under the pointer stays.
  const x = Math.round(left + wide / 4), y = Math.round(top + high / 4);
  await browser.click(x, y);
  await browser.mouse('mouseWheel', x, y, {button: 'none', deltaX: 0, deltaY: -800});
  await browser.until('zoom', `layoutReport.view.w < ${whole[2] / 3.9}`);
  const close = await viewBox();
  near(close[2], whole[2] / 4, 'the wheel');
  near(close[0] + (x - left) * close[2] / wide, (x - left) * whole[2] / wide, 'the place under the pointer moved');

  await browser.mouse('mousePressed', left + 100, top + 50);
  await browser.mouse('mouseMoved', left + 40, top + 50);
  await browser.mouse('mouseReleased', left + 40, top + 50);
  near((await viewBox())[0] - close[0], 60 * close[2] / wide, 'a drag');

  await browser.evaluate("window.scrollTo(0, document.getElementById('zoom-fit').getBoundingClientRect().top + scrollY - 20)");
  const [paneLeft, paneTop] = await box('#zoom-pane');
  const button = async id => { const b = await box('#' + id); await browser.click(b[0] + b[2] / 2, b[1] + b[3] / 2); };
  await button('zoom-rule');
  await browser.mouse('mousePressed', paneLeft + 30, paneTop + 40);
  await browser.mouse('mouseMoved', paneLeft + 60, paneTop + 80);
  await browser.mouse('mouseReleased', paneLeft + 60, paneTop + 80);
  const length = parseFloat(await browser.evaluate("document.getElementById('zoom-length').textContent"));
  near(length, 50 * close[2] / wide * um, 'the ruler');
  if (shot) writeFileSync(shot, Buffer.from((await browser.ask('Page.captureScreenshot')).data, 'base64'));
  await button('zoom-rule');
  check(await browser.evaluate("document.getElementById('zoom-length').textContent") === '', 'the ruler does not end');

  await button('zoom-fit');
  near((await viewBox())[2], whole[2], 'fit');
  const first = await browser.evaluate("document.querySelector('#legend input').value");
  await browser.evaluate("document.querySelector('#legend input').click()");
  check(!await shown(`#zoom-pane g[id^="layer-${first}-"]`), 'a layer that was switched off is shown');
  await browser.evaluate("document.querySelector('#legend input').click()");
  check(await shown(`#zoom-pane g[id^="layer-${first}-"]`), 'a layer that was switched on again is not shown');

  // Without scripts the page reads: a picture and a legend.
  await browser.ask('Emulation.setScriptExecutionDisabled', {value: true});
  await browser.ask('Page.navigate', {url});
  await new Promise(r => setTimeout(r, 300));
  await browser.until('the page', 'document.readyState === "complete"');
  check(await shown('#whole picture') && await shown('#legend'), 'without scripts the picture is not there');
  check(!await shown('.zoom') && !await shown('#legend input'), 'without scripts there are buttons');

  check(browser.told.console.length === 0, 'the console: ' + browser.told.console.join('; '));
  const others = browser.told.requests.filter(r => r !== url && !r.startsWith('data:'));
  check(others.length === 0, 'asked for: ' + others.join(' '));
} catch (error) {
  check(false, error.message);
}
await browser.close();
console.log(`${passed} passed, ${failed} failed, 0 skipped`);
process.exit(failed ? 1 : 0);
