import { Kysely, PostgresDialect, sql } from 'kysely'
import { openPool } from '../db/database.ts'
import type { Tx } from '../db/in-transaction.ts'
import type { Tables } from '../db/tables.ts'

/**
 * Runs `work` in one transaction whose database clock stands where `moveTo` puts it, so that the product's own functions
 * write a history: with all steps, transfers, chains and checks, at the times of the history. The clock is a function
 * that shadows PostgreSQL's in the search path and in the defaults of columns. Only the owner of the database may do
 * that, and nobody else sees it: the transaction ends with everything as it was. Until then its tables
 * wait, so it is for the start of a server only.
 */
export async function inThePast<T>(
  ownerUrl: string,
  work: (tx: Tx, moveTo: (instant: Date) => Promise<void>) => Promise<T>,
): Promise<T> {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPool({ connectionString: ownerUrl }, 1) }),
  })
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`${sql.raw(MOVE_CLOCK)}`.execute(tx)
      const result = await work(
        tx,
        async (instant) => void (await sql`select set_config('demo.now', ${instant.toISOString()}, true)`.execute(tx)),
      )
      await sql`${sql.raw(RESTORE_CLOCK)}`.execute(tx)
      return result
    })
  } finally {
    await db.destroy()
  }
}

const defaultsOf = (from: string, to: string): string => `
  do $$ declare dated record; begin
    for dated in select adrelid::regclass as table_name, attname as column_name from pg_attrdef
        join pg_attribute on attrelid = adrelid and attnum = adnum
        where pg_get_expr(adbin, adrelid) = '${from}'
    loop execute format('alter table %s alter column %I set default ${to}', dated.table_name, dated.column_name);
    end loop;
  end $$;`

const MOVE_CLOCK = `
  create schema demo;
  create function demo.clock_timestamp() returns timestamptz language sql stable
    return coalesce(current_setting('demo.now', true)::timestamptz, pg_catalog.clock_timestamp());
  ${defaultsOf('clock_timestamp()', 'demo.clock_timestamp()')}
  alter function chain_audit_event set search_path = demo, pg_catalog, public, pg_temp;
  set local search_path = demo, pg_catalog, public;`

// a table with checks still to come cannot be altered
const RESTORE_CLOCK = `
  set constraints all immediate;
  set local search_path = public;
  alter function chain_audit_event set search_path = public, pg_temp;
  ${defaultsOf('demo.clock_timestamp()', 'clock_timestamp()')}
  drop schema demo cascade;`
