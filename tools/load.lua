-- For tools/load.py: asks for the positions of a file (LOAD_FENS, one a line) in turn, explained.
local bodies = {}
for fen in io.lines(os.getenv("LOAD_FENS")) do
  bodies[#bodies + 1] = '{"fen": "' .. fen .. '"}'
end

local headers = { ["Content-Type"] = "application/json" }
local threads = 0
local next = 0

function setup(thread)
  thread:set("first", threads * 97)
  threads = threads + 1
end

function init()
  next = first
end

function request()
  next = next % #bodies + 1
  return wrk.format("POST", "/api/similar", headers, bodies[next])
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests": %d, "seconds": %.3f, "p50": %.1f, "p99": %.1f, "max": %.1f, "refused": %d, "broken": %d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    latency.max / 1e3, errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
