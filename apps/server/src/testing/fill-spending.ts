import pg from 'pg'

/**
 * Inserts the day sums of `count` shipments in the year before 20 November 2026, for each organisation that has bought: ten
 * people of whom each buys for one or two of six cost centres, one item in seven to one of forty countries. Without the
 * shipments: for measuring, never where money counts. @returns how many sums there are
 */
export async function fillSpending(url: string, count: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`
    insert into cost_center (organisation_id, code, name)
      select organisation_id, 'C' || n, 'Cost centre ' || n from (select distinct organisation_id from purchase) o, generate_series(1, 6) n;
    insert into app_user (organisation_id, username, email, fullname, plan)
      select organisation_id, 'filled-' || n || left(organisation_id::text, 8), 'filled@example.com', 'Person ' || n, 'full'
      from (select distinct organisation_id from purchase) o, generate_series(1, 10) n;
    set session_replication_role = replica;
    with people as (select organisation_id, array_agg(id order by username) as ids from app_user where username like 'filled-%' group by 1),
      centers as (select organisation_id, array_agg(id order by code) as ids from cost_center where code ~ '^C[1-6]$' group by 1),
      shipped as (select n, hashint4(n) & 1048575 as a, hashint4(n + 5000000) & 1048575 as b from generate_series(1, ${count}) n)
    insert into spending
      select people.organisation_id, step, kind, date_trunc(step, (date '2026-11-20' - n % 365)::timestamp)::date,
        case kind when 'service' then (array['1', '2', '1SF', '2SF', 'SD', 'TR24', 'TR48', 'TR24S'])[1 + a % 8]
          else case when b % 7 = 0 then chr(65 + b / 7 % 8) || chr(65 + b / 56 % 5) else 'GB' end end,
        centers.ids[1 + (a / 8 % 10 + case when b % 10 = 0 then 1 else 0 end) % 6], people.ids[1 + a / 8 % 10],
        count(*), sum(100 + a % 900), 0, 0, 0, 0
      from shipped, people join centers using (organisation_id), unnest(array['day', 'month']) step,
        unnest(array['service', 'country']) kind group by 1, 2, 3, 4, 5, 6, 7
      on conflict do nothing`)
  await client.query('vacuum analyze spending')
  const { rows } = await client.query<{ sums: number }>('select count(*)::int as sums from spending')
  await client.end()
  return rows[0]!.sums
}
