/**
 * The script that counts requests in Redis: one call for all requests of a turn of the event loop.
 * KEYS and ARGV are read from the front, item by item (counting-items.ts writes them); the answer is the clock of Redis
 * in milliseconds, then one array for each item.
 *
 * A window is a string `used end`, which expires at its end. A month of a key is a hash: `t` requests taken and `r`
 * returned, both of which only grow, and `p`, the time at which Redis learned of the month. A mark says that Redis has
 * all usage of a month that the store of usage has, so that a key without a hash has used nothing; its value is the
 * time at which the hashes of the month expire. Needs Redis 6.2 (`SET … PXAT`).
 */
/** Names the numbers that answer a take of a key, as the script's variables; -1 and -2 in their place are refusals. */
export const KEY_ANSWER = [
  "passed",
  "rated",
  "reason",
  "used",
  "stop",
  "taken",
  "returned",
  "since",
  "visits",
  "visitStop",
] as const;

export const COUNTING_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local keyAt, argAt, answers = 0, 0, { now }

local function key() keyAt = keyAt + 1 return KEYS[keyAt] end
local function number() argAt = argAt + 1 return tonumber(ARGV[argAt]) end

local function readWindow(name, length)
  local value = redis.call('GET', name)
  if value then
    local gap = string.find(value, ' ', 1, true)
    local stop = tonumber(string.sub(value, gap + 1))
    if stop > now then return tonumber(string.sub(value, 1, gap - 1)), stop, true end
  end
  return 0, now + length, false
end

local function writeWindow(name, used, stop, exists)
  local value = string.format('%.0f %.0f', used, stop)
  if exists then redis.call('SET', name, value, 'KEEPTTL')
  else redis.call('SET', name, value, 'PX', string.format('%.0f', stop - now)) end
end

-- Counts new addresses; false once so many are new that their windows take too much memory.
local function hasRoom(counter, room, length)
  local count = redis.call('INCR', counter)
  if count == 1 then redis.call('PEXPIRE', counter, length) end
  return count <= room
end

-- Returns taken, returned and the time of a month; nothing where Redis does not know the usage of the key.
local function readMonth(name, mark, isTaken)
  local month = redis.call('HMGET', name, 't', 'r', 'p')
  if month[1] then return tonumber(month[1]), tonumber(month[2]), tonumber(month[3]) end
  local expireAt = redis.call('GET', mark)
  if not expireAt then return nil end
  if isTaken then
    redis.call('HSET', name, 't', 0, 'r', 0, 'p', string.format('%.0f', now))
    redis.call('PEXPIREAT', name, expireAt)
  end
  return 0, 0, now
end

local function takeKey(hasVisitor)
  local windowKey, monthKey, markKey = key(), key(), key()
  local count, requests, rate, quota, needsMonth = number(), number(), number(), number(), number()
  local visitorKey, roomKey, limit, room
  if hasVisitor then visitorKey, roomKey, limit, room = key(), key(), number(), number() end
  local taken, returned, since = readMonth(monthKey, markKey, requests > 0)
  if not taken then
    if needsMonth == 1 then return { -1 } end
    taken, returned, since, quota = 0, 0, 0, -1
  end
  local used, stop, exists = 0, now + 60000, false
  if rate >= 0 then used, stop, exists = readWindow(windowKey, 60000) end
  local visits, visitStop, visited = 0, 0, false
  if hasVisitor then visits, visitStop, visited = readWindow(visitorKey, 60000) end
  local rated, passed, reason = 0, 0, 0
  for _ = 1, count do
    if hasVisitor and visits + passed >= limit then reason = 1 break end
    if rate >= 0 and used + (rated + 1) * requests > rate then reason = 2 break end
    rated = rated + 1
    if quota < 0 or taken - returned + (passed + 1) * requests <= quota then passed = passed + 1 end
  end
  if hasVisitor and requests > 0 and passed > 0 then
    if not visited and not hasRoom(roomKey, room, 60000) then return { -2 } end
    visits = visits + passed
    writeWindow(visitorKey, visits, visitStop, visited)
  end
  if rate >= 0 and rated * requests > 0 then
    used = used + rated * requests
    writeWindow(windowKey, used, stop, exists)
  end
  if since > 0 and passed * requests > 0 then
    taken = redis.call('HINCRBY', monthKey, 't', passed * requests)
  end
  return { ${KEY_ANSWER.join(", ")} }
end

-- Takes one from each window in order, up to the first that is full; answers the number of windows that it was taken
-- from, then used and end of each window that was read; -2 where a window would be one too many.
local function takeAddress()
  local windows, room, taken, isOver, answer = number(), number(), 0, false, { 0 }
  for _ = 1, windows do
    local windowKey, roomKey, limit, length = key(), key(), number(), number()
    if not isOver then
      local used, stop, exists = readWindow(windowKey, length)
      local isCrowded = not exists and not hasRoom(roomKey, room, length)
      isOver = isCrowded or used >= limit
      if not isOver then
        used, taken = used + 1, taken + 1
        writeWindow(windowKey, used, stop, exists)
      end
      if isCrowded then taken = -2 end
      answer[#answer + 1] = used
      answer[#answer + 1] = stop
    end
  end
  answer[1] = taken
  return answer
end

-- Gives back to the month of a take, unless Redis has learned of the month again since then.
local function returnToMonth()
  local monthKey, requests, since = key(), number(), number()
  if tonumber(redis.call('HGET', monthKey, 'p') or -1) == since then
    redis.call('HINCRBY', monthKey, 'r', requests)
  end
  return { 0 }
end

-- Raises a month to the totals of the store of usage; creates a missing one only when asked to. Answers 1 when the
-- month is there.
local function mergeMonth()
  local monthKey, taken, returned, expireAt, creates = key(), number(), number(), number(), number()
  local month = redis.call('HMGET', monthKey, 't', 'r')
  if month[1] then
    if taken > tonumber(month[1]) then redis.call('HSET', monthKey, 't', taken) end
    if returned > tonumber(month[2]) then redis.call('HSET', monthKey, 'r', returned) end
  elseif creates == 1 then
    redis.call('HSET', monthKey, 't', taken, 'r', returned, 'p', string.format('%.0f', now))
    redis.call('PEXPIREAT', monthKey, string.format('%.0f', expireAt))
  else
    return { 0 }
  end
  return { 1 }
end

-- Adds what a node has counted alone to the window that runs; continues its window where none does.
local function mergeWindow()
  local windowKey, requests, ownStop = key(), number(), number()
  local used, stop, exists = readWindow(windowKey, 60000)
  if not exists then stop = ownStop end
  if stop > now then writeWindow(windowKey, used + requests, stop, exists) end
  return { 0 }
end

-- Answers 1 when Redis has all usage of a month; first sets the mark when asked to.
local function markMonth()
  local markKey, expireAt, isSet = key(), number(), number()
  if isSet == 1 then
    local value = string.format('%.0f', expireAt)
    redis.call('SET', markKey, value, 'PXAT', value)
  end
  return { redis.call('EXISTS', markKey) }
end

local items = {
  function() return takeKey(false) end,
  function() return takeKey(true) end,
  takeAddress, returnToMonth, mergeMonth, mergeWindow, markMonth
}
while argAt < #ARGV do answers[#answers + 1] = items[number()]() end
return answers
`;
