-- The lines in which server processes send calls to a carrier, one for each key: together they keep its limit.
create table call_line (
  name text primary key,
  next_at timestamptz not null -- of the next place that is free
);
call confine('call_line', 'false');

-- Reserves the next place. Returns the milliseconds until it comes; null when that is more than most_ms.
create function reserve_call(line text, gap_ms float8, most_ms float8) returns float8
language sql security definer set search_path = public, pg_temp
as $$
  insert into call_line as held (name, next_at)
  values (line, clock_timestamp() + gap_ms * interval '1 ms')
  on conflict (name) do update
    set next_at = greatest(held.next_at, clock_timestamp()) + gap_ms * interval '1 ms'
    where held.next_at < clock_timestamp() + most_ms * interval '1 ms'
  returning greatest(0, extract(epoch from next_at - clock_timestamp()) * 1000 - gap_ms)::float8
$$;

-- Nobody calls for some time.
create function pause_calls(line text, for_ms float8) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update call_line set next_at = greatest(next_at, clock_timestamp() + for_ms * interval '1 ms') where name = line
$$;
grant execute on function reserve_call, pause_calls to postroom_app;
