import { newSession } from './fixtures.ts'
import type { Postroom } from './postroom.ts'

const COLUMNS = 'company_name,name,address1,city,postal_code,country,code,visibility,tags'

/** Invented people in the order of their names: every state of an address that a server without a look-up service knows. */
const ROWS = [
  'Atelier Corbin,Élodie Corbin,12 rue des Tables Claudiennes,Lyon,69001,FR,CORBIN,Public,Catalogue;Abroad',
  'Bramble & Oak Ltd,,3 Broad Street,Ludlow,SY8 1NG,GB,BRAMBLE,Public,Catalogue',
  'Corvedale Museum,Education desk,School Road,Craven Arms,SY7 9RS,GB,,Public,',
  'Hafren Books,,5 High Street,Newtown,SY16 2NP,GB,HAFREN,Public,Catalogue;Trade',
  'Hafren Books,Megan Pugh,"5, High Street",Newtown,SY16 2NP,GB,,Public,Trade',
  'Llewellyn Bindery Ltd,Marguerite Llewellyn,14 Heol y Gogledd,Aberystwyth,SY23 2HT,GB,K1047,Public,Trade',
  'Oriel Stationers,,8 Wyle Cop,Shrewsbury,AA1 1DX,GB,ORIEL,Public,',
  ',Rhodri Llewelyn,2 Heol Maengwyn,Machynlleth,SY20 8AG,GB,,Private,',
]

/** Fills the address book of the demo organisation, once for each installation. */
export async function fillAddressBook(postroom: Postroom): Promise<void> {
  const { token } = await newSession(postroom)
  const headers = { authorization: `Bearer ${token}` }
  const url = `${postroom.url}/api/stamp/v1/address`
  const { total } = (await (await fetch(url, { headers })).json()) as { total: number }
  if (total > 0) return
  const body = new Blob([[COLUMNS, ...ROWS].join('\n')], { type: 'text/csv' })
  const answer = await fetch(`${url}/import`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`The addresses were refused: ${await answer.text()}`)
}
