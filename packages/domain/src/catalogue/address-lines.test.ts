import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressLines, unbroken, type AddressFields } from './address-lines.ts'
import { COUNTRIES } from './country-table.ts'
import { unbrokenPostcodes } from './postcode.ts'

const address = (country: string, city: string, state_province: string, postal_code: string): AddressFields => ({
  name: 'Jan Smit',
  company_name: '',
  address1: '12 Street',
  address2: '',
  address3: '',
  city,
  state_province,
  postal_code,
  country,
})

test.each([
  // country, town, region, code, the lines below the street, the country
  ['AT', 'Wien', '', '1010', '1010 WIEN', 'AUSTRIA'],
  ['AU', 'Sydney', 'NSW', '2000', 'SYDNEY NSW 2000', 'AUSTRALIA'],
  ['BE', 'Brussels', '', '1000', '1000 BRUSSELS', 'BELGIUM'],
  ['BR', 'São Paulo', 'SP', '01310-100', 'SÃO PAULO-SP|01310-100', 'BRAZIL'],
  ['CA', 'Ottawa', 'ON', 'K1A 0B1', 'OTTAWA ON K1A 0B1', 'CANADA'],
  ['CH', 'Zürich', '', '8001', '8001 ZÜRICH', 'SWITZERLAND'],
  ['CN', 'Chaoyang', 'Beijing', '100020', 'CHAOYANG|BEIJING, 100020', 'PEOPLE\u0027S REPUBLIC OF CHINA'],
  ['CZ', 'Praha', '', '110 00', '110 00 PRAHA', 'CZECH REPUBLIC'],
  ['DE', 'Köln', '', '50667', '50667 KÖLN', 'GERMANY'],
  ['DK', 'København', '', '1050', '1050 KØBENHAVN', 'DENMARK'],
  ['ES', 'Alcobendas', 'Madrid', '28100', '28100 ALCOBENDAS|MADRID', 'SPAIN'],
  ['FI', 'Helsinki', '', '00100', '00100 HELSINKI', 'FINLAND'],
  ['FR', 'Paris', '', '75002', '75002 PARIS', 'FRANCE'],
  ['GB', 'St Ives', 'Cornwall', 'TR26 1HE', 'ST IVES|CORNWALL|TR26 1HE', 'UNITED KINGDOM'],
  ['GR', 'Αθήνα', '', '105 63', '105 63 ΑΘΗΝΑ', 'GREECE'],
  ['HK', 'Wan Chai', '', '', 'WAN CHAI', 'HONG KONG'],
  ['IE', 'Ennis', 'Co. Clare', 'V95 X2R3', 'ENNIS|CO. CLARE|V95 X2R3', 'IRELAND'],
  ['IN', 'New Delhi', 'Delhi', '110001', 'NEW DELHI 110001|DELHI', 'INDIA'],
  ['IT', 'Fiumicino', 'RM', '00054', '00054 FIUMICINO RM', 'ITALY'],
  ['JP', 'Chiyoda-ku', 'Tokyo', '100-8799', 'CHIYODA-KU, TOKYO 100-8799', 'JAPAN'],
  ['KR', 'Jung-gu', 'Seoul', '04539', 'JUNG-GU, SEOUL 04539', 'SOUTH KOREA'],
  ['LT', 'Vilnius', '', '01103', '01103 VILNIUS', 'LITHUANIA'],
  ['LV', 'Rīga', '', 'LV-1010', 'RĪGA, LV-1010', 'LATVIA'],
  ['MX', 'Coyoacán', 'CDMX', '04000', '04000 COYOACÁN, CDMX', 'MEXICO'],
  ['NL', 'Den Haag', '', '2514 AA', '2514 AA DEN HAAG', 'NETHERLANDS'],
  ['NO', 'Oslo', '', '0150', '0150 OSLO', 'NORWAY'],
  ['NZ', 'Wellington', '', '6011', 'WELLINGTON 6011', 'NEW ZEALAND'],
  ['PL', 'Łódź', '', '90-001', '90-001 ŁÓDŹ', 'POLAND'],
  ['PT', 'Porto', '', '4000-001', '4000-001 PORTO', 'PORTUGAL'],
  ['SE', 'Malmö', '', '211 20', '211 20 MALMÖ', 'SWEDEN'],
  ['SG', 'Singapore', '', '018956', 'SINGAPORE 018956', 'SINGAPORE'],
  ['TH', 'Pathum Wan', 'Bangkok', '10330', 'PATHUM WAN|BANGKOK 10330', 'THAILAND'],
  ['TR', 'Şişli', 'İstanbul', '34360', '34360 ŞİŞLİ/İSTANBUL', 'TÜRKIYE'],
  ['US', 'New York', 'NY', '10001', 'NEW YORK NY 10001', 'UNITED STATES OF AMERICA'],
  ['ZA', 'Cape Town', '', '8001', 'CAPE TOWN|8001', 'SOUTH AFRICA'],
] as const)('%s: %s %s %s', (country, city, state, code, town, named) => {
  const written = addressLines(address(country, city, state, code))
  expect(written.lines).toEqual(['Jan Smit', '12 Street'])
  expect(written.town).toEqual(town.replace(code, unbroken(code)).split('|'))
  expect(written.country).toBe(named)
})

test('Hungary writes the town above the street and the code last', () => {
  expect(addressLines(address('HU', 'Budapest', '', '1051'))).toEqual({
    lines: ['Jan Smit', 'BUDAPEST', '12 Street'],
    town: ['1051'],
    country: 'HUNGARY',
  })
})

test('writes every entered field exactly once in every country', () => {
  const word = fc.stringMatching(/^[A-Z]{1,8}( [A-Z]{1,8})?$/)
  const country = fc.constantFrom(...COUNTRIES.map(({ code }) => code))
  fc.assert(
    fc.property(
      country,
      fc.record({ name: word, address1: word, city: word, state_province: word, postal_code: word }),
      (code, typed) => {
        const fields = Object.entries(typed).map(([field, text]) => [field, `${text}${field.toUpperCase()}`] as const)
        const { lines, town } = addressLines({ ...address(code, '', '', ''), ...Object.fromEntries(fields) })
        const written = [...lines, ...town].join('\n').replaceAll('\u00A0', ' ')
        for (const [, text] of fields) expect(written.split(text)).toHaveLength(2)
      },
    ),
  )
})

test('omits the separator of an empty field', () => {
  for (const { code } of COUNTRIES) {
    expect(addressLines(address(code, 'Town', '', '')).town.join('') || 'TOWN').toBe('TOWN')
    for (const line of addressLines(address(code, 'Town', '', '123')).town) expect(line).not.toMatch(/^[ ,/-]|[ ,/-]$/)
  }
})

test.each([
  ['Aberystwyth SY23 3JQ', 'Aberystwyth SY23\u00A03JQ'],
  ['W1A 1HQ, London', 'W1A\u00A01HQ, London'],
  ['Flat 3, 14 Fore Street', 'Flat 3, 14 Fore Street'],
])('the postcode of %s does not wrap', (line, whole) => {
  expect(unbrokenPostcodes(line)).toBe(whole)
})
