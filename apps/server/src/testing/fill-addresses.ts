import pg from 'pg'

/** The names, streets and towns of generated addresses; all invented, or long dead. */
const WORDS = {
  first: ['Idris', 'Morwenna', 'Zoë', 'Callum', 'Siân', 'Fergus', 'Agnès', 'Tobias', 'Ailsa', 'Rhodri', 'Petra'],
  last: ['Pembroke', 'Llewellyn', 'Trelawny', 'Åkesson', 'Fairweather', 'Macrae', 'Okonkwo', 'Duchêne', 'Ashdown'],
  trade: ['Bindery', 'Seeds', 'Clocks', 'Saddlers', 'Pianos', 'Optics', 'Kilns', 'Charts', 'Foundry', 'Ropes'],
  street: ['Chalcot', 'Gogledd', 'Harbour', 'Mill', 'Orchard', 'Station', 'Abbey', 'Weir', 'Castle', 'Ferry', 'Quarry'],
  city: ['London', 'Aberystwyth', 'Leeds', 'Truro', 'Perth', 'Derry', 'Kendal', 'Bath', 'Ely', 'Wick', 'Oban', 'Rye'],
  area: ['NW', 'SY', 'LS', 'TR', 'PH', 'BT', 'LA', 'BA', 'CB', 'KW', 'PA', 'TN'],
}

/** A word chosen by the row number: neighbours in the table differ, and the same rows come out every time. */
const pick = (kind: keyof typeof WORDS, step: number): string => {
  const words = WORDS[kind]
  return `(array['${words.join("','")}'])[1 + (n / ${step}) % ${words.length}]`
}

/**
 * Fills the address book of the first user in bulk: one in five is Private, every tenth is tagged customer, every
 * thousandth supplier. @returns the organisation
 */
export async function fillAddresses(url: string, rows: number): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const users = await client.query<{ id: string; organisation_id: string }>(
    'select id, organisation_id from app_user order by created_at, id limit 1',
  )
  const [owner] = users.rows
  if (!owner) throw new Error('The database must have one user')
  await client.query(
    `insert into address (organisation_id, owner_id, visibility, code, name, company_name, address1, address2, address3,
      city, state_province, postal_code, country, phone1, email, "isResidential", tags, correction_status)
    select $1, $2, case when n % 5 = 0 then 'Private' else 'Public' end, 'C' || n,
      ${pick('first', 1)} || ' ' || ${pick('last', 11)}, ${pick('last', 7)} || ' ' || ${pick('trade', 3)},
      1 + n % 300 || ' ' || ${pick('street', 13)} || ' Road', '', '', ${pick('city', 17)}, '',
      ${pick('area', 17)} || 1 + n % 30 || ' ' || n % 9 || chr(65 + n / 9 % 26) || chr(65 + n / 234 % 26), 'GB',
      '', 'post' || n || '@example.com', n % 3 = 0,
      case when n % 1000 = 0 then array['supplier'] when n % 10 = 0 then array['customer'] else '{}' end, 'unverified'
    from generate_series(1, $3::int) as n`,
    [owner.organisation_id, owner.id, rows],
  )
  await client.query('vacuum analyze address, address_term')
  await client.end()
  return owner.organisation_id
}
