/** Whom the orders of a stub are for. People are invented. Every ninth lives abroad. */
export interface Customer {
  first: string
  last: string
  line: string
  city: string
  postcode: string
  country: string
}

const FIRST = ['Idris', 'Angharad', 'Tomos', 'Nia', 'Zoë', 'Seán', 'Margaret', 'Oluwaseun']
const LAST = ['Pembroke', 'Kendall', 'Wynne', 'Bevan', 'O’Hara', 'Fitz-Gerald', 'Adeyemi']
const PLACES = [
  ['London', 'NW1 8LH'],
  ['cardiff', 'cf105al'],
  ['Aberystwyth', 'SY23 2HT'],
  ['Edinburgh', 'EH1 1YZ'],
  ['Belfast', 'BT1 5GS'],
] as const

export const customer = (n: number): Customer => {
  const [city, postcode] = PLACES[n % PLACES.length]!
  const person = { first: FIRST[n % FIRST.length]!, last: LAST[n % LAST.length]!, line: `${n + 1} Chalcot Road` }
  return n % 9 === 8
    ? { ...person, city: 'Zürich', postcode: '8001', country: 'CH' }
    : { ...person, city, postcode, country: 'GB' }
}
