import { asOwner } from './test-database.ts'

/**
 * Copies a row so often, without any trigger or check of its references.
 *
 * @param where finds the row
 * @param changes SQL of names and values that differ in each copy; `nth` is its number, from 1
 */
export async function copyRow(
  url: string,
  { table, where, changes }: { table: string; where: string; changes: string },
  times: number,
): Promise<void> {
  const { rows } = await asOwner(
    url,
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_name = '${table}' and is_generated = 'NEVER'`,
  )
  const { columns } = rows[0] as { columns: string }
  await asOwner(
    url,
    `set session_replication_role = replica;
     insert into ${table} (${columns}) select ${columns} from (
       select (jsonb_populate_record(original, jsonb_build_object(${changes}))).*
       from ${table} original, generate_series(1, ${times}) nth where ${where}) made`,
  )
}
