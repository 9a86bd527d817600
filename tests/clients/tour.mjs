// Every tool, called once by a client of somebody else's. What must come out is worked out from the recipes in fixtures/,
// not from what the server said.
import assert from "node:assert/strict";
import { assertMirrored, fixtures } from "./common.mjs";
import { advertised, checked, registered } from "./schemas.mjs";

const box = (left, bottom, right, top) => ({ left, bottom, right, top });
const core = { layer: 1, datatype: 0 };
const design = (kind) => `${fixtures}/design/ota.${kind}.json`;
const near = (value, expected, tolerance) =>
  assert.ok(Math.abs(value - expected) <= tolerance, `${value} is not ${expected} within ${tolerance}`);
const names = (items) => items.map((item) => item.name).sort();
const pairs = (layers) => layers.map((item) => `${item.layer}/${item.datatype}`).sort();

// `of`: the layout whose session is asked. `s` is what earlier calls left: sessions by layout, ids.
const calls = [
  { tool: "list_cells", of: "pins_gdsfactory",
    check: (r) => assert.deepEqual(names(r.cells), ["bend_euler_R5", "pins_gdsfactory", "straight_L10"]) },
  { tool: "describe_cell", of: "pins_gdsfactory", check: (r) => assert.equal(r.summary.instance_count, 4) },
  { tool: "list_layers", of: "coupler", check: (r) => assert.deepEqual(pairs(r.layers), ["1/0", "1/10", "68/0"]) },
  { tool: "query_region", of: "coupler", args: () => ({ box: box(-1, -6, 45, 6), layers: [core] }),
    check: (r, s) => assert.equal((s.guides = r.shapes.map((shape) => shape.id)).length, 2) },
  { tool: "measure_geometry", of: "coupler", args: (s) => ({ mode: "edge_gap", target_ids: s.guides }),
    check: (r) => assert.equal(r.value_um, 0.2) },
  { tool: "query_region", of: "straight", args: () => ({ box: box(-1, -0.3, 11, 0.3), layers: [core] }),
    check: (r, s) => assert.ok((s.path = r.shapes.find((shape) => shape.kind === "path").id)) },
  { tool: "analyze_waveguide", of: "straight", args: (s) => ({ target_id: s.path }),
    check: (r) => assert.deepEqual([r.path_width_um, r.segment_length_um, r.bend_radius_estimate_um], [0.5, 10, null]) },
  { tool: "set_view", of: "coupler", args: () => ({ box: box(0, -5, 20, 5), layers: [core] }),
    check: (r) => assert.deepEqual(r.view.box_um, box(0, -5, 20, 5)) },
  { tool: "render_view", of: "coupler", args: () => ({ image_size: { width: 80, height: 40 } }), check: checkPicture },
  { tool: "run_drc_script", of: "drc_known",
    args: () => ({ script_path: `${fixtures}/decks/drc_known.rules.json`, script_type: "json" }),
    check: (r, s) => (assert.deepEqual(r.rule_counts, { area: 0, lid: 1, notch: 1, space: 2, width: 2 }), (s.run = r.run_id)) },
  { tool: "extract_markers", of: "drc_known", args: (s) => ({ run_id: s.run, rules: ["width"] }),
    check: (r) => assert.deepEqual(r.markers.map((marker) => marker.distance_um), [0.04, 0.059]) },
  { tool: "list_ports", of: "pins_gdsfactory", check: (r) => assert.equal(r.port_count, 8) },
  { tool: "trace_waveguide", of: "pins_gdsfactory", args: () => ({ from: { x_um: 5, y_um: 0 } }),
    check: (r) => near(r.length_um, 10 + (Math.PI / 2) * 10 + 10, 0.003) },
  { tool: "check_connectivity", of: "pins_gdsfactory", check: (r) => assert.equal(r.summary.joined_count, 2) },
  { tool: "find_cells", of: "pins_gdsfactory", args: () => ({ pattern: "straight*" }),
    check: (r) => assert.deepEqual(r.cells.map((cell) => [cell.name, cell.place_count]), [["straight_L10", 3]]) },
  { tool: "find_labels", of: "reticle", args: () => ({ pattern: "opt*", limit: 5 }),
    check: (r) => assert.deepEqual([r.match_count, r.labels.map((label) => [label.text, label.count])], [342, [["opt1", 228]]]) },
  { tool: "find_coincident", of: "reticle", check: (r) => assert.deepEqual([r.sets.length, r.summary.instance_sets], [0, 0]) },
  { tool: "density_map", of: "drc_known",
    args: () => ({ layers: [{ layer: 2, datatype: 0 }], box: box(50, 0, 52, 1), tiles: { nx: 1, ny: 1 } }),
    check: (r) => near(r.density, (1.88 * 0.8) / 2, 1e-6) },
  { tool: "cut_profile", of: "drc_known",
    args: () => ({ layers: [core], from: { x: 9, y: 0.5 }, to: { x: 15, y: 0.5 } }),
    check: (r) => assert.deepEqual(r.layers[0].intervals.map((i) => [i.start_um, i.width_um]), [[1, 2], [3.05, 1.95]]) },
  { tool: "find_rings", of: "ring",
    args: () => ({}),
    check: (r) => assert.deepEqual(r.rings.map((ring) => ring.kind), ["circle", "circle", "other", "circle"]) },
  { tool: "measure_many", of: "drc_known", args: () => ({ measurements: [{ mode: "edge_gap", target_ids: ["shp_0"] }] }),
    check: (r) => assert.equal(r.measured_count, 0) },
  { tool: "min_distance", of: "rules", args: () => ({ kind: "width", layer: core, count: 2 }),
    check: (r) => assert.deepEqual(r.places.map((place) => place.distance_um), [0.09, 0.1]) },
  { tool: "check_rules", of: "rules", args: () => ({ rules: deck }),
    check: (r) => assert.deepEqual(r.counts.map((rule) => [rule.rule, rule.count]), [["W", 1], ["S", 2], ["E", 2]]) },
  { tool: "describe_region", of: "pins_gdsfactory", args: () => ({ box: box(-25, -5, 25, 25) }),
    check: (r) => assert.deepEqual([r.summary.instance_count, r.summary.port_count], [4, 8]) },
  { tool: "diff_layouts", args: () => ({ a: `${fixtures}/diff_old.gds`, b: `${fixtures}/diff_new.gds` }),
    check: (r) => assert.deepEqual([r.equal, r.hierarchy.cells_only_b, pairs(r.layers_only_b)], [false, 1, ["5/0"]]) },
  // 3 x 2 um of rules.gds at 10 nm.
  { tool: "evaluate",
    args: () => ({ layout: `${fixtures}/rules.gds`, layer: core, box: box(0, 0, 3, 2), pixel_nm: 10, process: { tile_px: 256 },
                   report_level: "detailed", wait_ms: 25000 }),
    check: (r, s) => assert.deepEqual([(s.job = r.job_id).length, r.kind, r.status, r.result.report_level], [36, "evaluate", "completed", "detailed"]) },
  { tool: "poll", args: (s) => ({ job_id: s.job }), check: (r) => assert.equal(r.result.schema_version, "1.0.0") },
  { tool: "optimize",
    args: () => ({ layout: `${fixtures}/rules.gds`, layer: core, box: box(0, 0, 2, 2), pixel_nm: 10, process: { tile_px: 256 },
                   method: "pixel", iterations: 1, wait_ms: 25000 }),
    check: (r) => assert.deepEqual([r.kind, r.status, r.result.method], ["optimize", "completed", "pixel"]) },
  { tool: "cancel_job", args: (s) => ({ job_id: s.job }), check: (r) => assert.equal(r.status, "completed") },
  { tool: "parse_netlist", args: () => ({ path: design("netlist") }),
    check: (r) => assert.deepEqual(r.circuit.modules.map((m) => m.devices), [["M1", "M2"], ["M3", "M4"], ["M5"]]) },
  { tool: "parse_drc_rules", args: () => ({ path: design("drc_rules") }),
    check: (r) => assert.deepEqual([r.rule_set.tech, r.rules.length, r.not_checkable], ["demo180", 8, []]) },
  { tool: "migrate", args: () => ({ path: design("netlist"), check_only: true }),
    check: (r) => assert.deepEqual([r.kind, r.to_version, r.compatible], ["netlist", "1.1.0", true]) },
  { tool: "parse_objectives", args: () => ({ path: design("objectives") }),
    check: (r) => assert.deepEqual([r.primary, r.design_objectives.constraints.max_area], ["matching_max", 80]) },
  { tool: "open_layout", args: () => ({ path: `${fixtures}/design_pair.gds`, top_cell: "ota" }),
    check: (r, s) => assert.ok((s.sessions.design_pair = r.session_id)) },
  { tool: "evaluate_layout",
    args: (s) => ({ session_id: s.sessions.design_pair, netlist_path: design("netlist"), drc_rules_path: design("drc_rules"),
      objectives_path: design("objectives") }),
    check: (r) => (near(r.metrics.matching_score, 1 / (1 + 0.5 / Math.sqrt(2.4)), 1e-9),
      assert.deepEqual([r.metrics.drc_error_count, r.metrics.total_area, r.passed], [1, 71.5, false])) },
];
const deck = {
  rule_deck: "1.0",
  layers: { CORE: "1/0", PAD: "4/0", VIA: "5/0" },
  rules: [
    { id: "W", type: "width", layer: "CORE", min_um: 0.1 },
    { id: "S", type: "space", layer: "CORE", min_um: 0.15 },
    { id: "E", type: "enclosure", layer: "VIA", layer2: "PAD", min_um: 0.1 },
  ],
};

// 20 um over 80 pixels; the picture comes along as PNG, whose header says its size.
function checkPicture(r, s, answer) {
  assert.equal(r.um_per_px, 0.25);
  const picture = answer.content.find((block) => block.type === "image");
  assert.equal(picture?.mimeType, "image/png");
  const bytes = Buffer.from(picture.data, "base64");
  assert.equal(bytes.toString("latin1", 1, 4), "PNG");
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [80, 40]);
}

async function expectGone(call, session_id) {
  const gone = await call("list_layers", { session_id });
  assert.equal(gone.isError, true);
  assert.equal(checked("list_layers", gone).code, "SESSION_NOT_FOUND");
  assert.ok(gone.structuredContent.details.hint.length > 0);
}

// What each tool refuses: a member that it does not know, and a value of the wrong type. After tools/list the official
// clients hold errors, too, against the output schema.
export async function refusals(call, tools) {
  const fits = advertised(tools);
  for (const tool of registered) {
    for (const args of [{ no_such_member: 1 }, { session_id: 7, path: 7, job_id: 7, layout: 7, a: 7, b: 7 }]) {
      const answer = await call(tool, args);
      assert.equal(answer.isError, true, tool);
      assertMirrored(answer);
      assert.ok(checked(tool, answer).details.issues.length > 0, tool);
      fits(tool, answer.structuredContent);
    }
  }
}

// The sessions of the layouts above from open to close, through any client with callTool(). Throws with every fault.
export async function tour(call, tools) {
  const called = new Set();
  const fits = advertised(tools);
  const faults = [];
  const s = { sessions: {} };
  const ask = async (tool, args, check) => {
    try {
      const answer = await call(tool, args);
      assert.ok(!answer.isError, JSON.stringify(answer.structuredContent));
      assertMirrored(answer);
      fits(tool, answer.structuredContent);
      check(checked(tool, answer), s, answer);
      called.add(tool);
    } catch (error) {
      faults.push(`${tool}: ${String(error.message).split("\n").slice(0, 8).join(" ")}`);
    }
  };
  for (const name of new Set(calls.map((item) => item.of).filter(Boolean))) {
    await ask("open_layout", { path: `${fixtures}/${name}.gds` }, (r) => {
      assert.match((s.sessions[name] = r.session_id), /^ses_[0-9a-f]{12}$/);
      assert.deepEqual([r.dbu, r.selected_top_cell], [0.001, name]);
    });
  }
  for (const { tool, of, args, check } of calls) {
    await ask(tool, { ...(of && { session_id: s.sessions[of] }), ...args?.(s) }, (r, _, answer) => {
      if (of) assert.equal(r.session_id, s.sessions[of]);
      check(r, s, answer);
    });
  }
  for (const session_id of Object.values(s.sessions)) {
    await ask("close_session", { session_id }, (r) => assert.equal(r.closed, true));
  }
  await expectGone(call, s.sessions.coupler).catch((error) => faults.push(`a closed session: ${error.message}`));
  if (faults.length > 0) throw new Error(faults.join("; "));
  assert.deepEqual([...called].sort(), [...registered].sort(), "a tool that no call of the tour reaches");
}
