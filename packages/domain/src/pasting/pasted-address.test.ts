import { expect, test } from 'vitest'
import { countryNamed } from '../catalogue/country-names.ts'
import { parseAddress, type PastedAddress } from './pasted-address.ts'

/** A pasted text, and its country, its other fields that are not empty, and the uncertain ones. */
type Row = [text: string, country: string, fields: Partial<PastedAddress>, uncertain: (keyof PastedAddress)[]]

const ROWS: Row[] = [
  [
    'Marguerite Llewellyn, 14 Heol y Gogledd, Aberystwyth, SY23 2HT',
    'GB',
    { name: 'Marguerite Llewellyn', address1: '14 Heol y Gogledd', city: 'Aberystwyth', postal_code: 'SY23 2HT' },
    [],
  ],
  [
    '14 Heol y Gogledd, Aberystwyth SY23 2HT',
    'GB',
    { address1: '14 Heol y Gogledd', city: 'Aberystwyth', postal_code: 'SY23 2HT' },
    ['name'],
  ],
  [
    'Marguerite Llewellyn\nLlewellyn Bindery Ltd\n14 Heol y Gogledd\nAberystwyth\nSY23 2HT',
    'GB',
    {
      name: 'Marguerite Llewellyn',
      company_name: 'Llewellyn Bindery Ltd',
      address1: '14 Heol y Gogledd',
      city: 'Aberystwyth',
      postal_code: 'SY23 2HT',
    },
    [],
  ],
  [
    'Marguerite Llewellyn\nLlewellyn Bindery Ltd\n14 Heol y Gogledd\nAberystwyth\nCeredigion\nSY23 2HT\nUnited Kingdom',
    'GB',
    {
      name: 'Marguerite Llewellyn',
      company_name: 'Llewellyn Bindery Ltd',
      address1: '14 Heol y Gogledd',
      city: 'Aberystwyth',
      state_province: 'Ceredigion',
      postal_code: 'SY23 2HT',
    },
    [],
  ],
  [
    'Llewellyn Bindery Ltd\nFAO Marguerite Llewellyn\n14 Heol y Gogledd\nAberystwyth\nsy232ht',
    'GB',
    {
      name: 'Marguerite Llewellyn',
      company_name: 'Llewellyn Bindery Ltd',
      address1: '14 Heol y Gogledd',
      city: 'Aberystwyth',
      postal_code: 'SY23 2HT',
    },
    [],
  ],
  [
    'Mr J Smith\nFlat 3\n12 High Street\nKendal\nCumbria\nLA9 4DQ',
    'GB',
    {
      name: 'Mr J Smith',
      address1: 'Flat 3',
      address2: '12 High Street',
      city: 'Kendal',
      state_province: 'Cumbria',
      postal_code: 'LA9 4DQ',
    },
    [],
  ],
  [
    'Flat 3, 12 High Street, Kendal, Cumbria, LA9 4DQ',
    'GB',
    {
      address1: 'Flat 3',
      address2: '12 High Street',
      city: 'Kendal',
      state_province: 'Cumbria',
      postal_code: 'LA9 4DQ',
    },
    ['name'],
  ],
  [
    'Jane Okafor, Rose Cottage, Church Lane, Much Wenlock, Shropshire, TF13 6HU, England',
    'GB',
    {
      name: 'Jane Okafor',
      address1: 'Rose Cottage',
      address2: 'Church Lane',
      city: 'Much Wenlock',
      state_province: 'Shropshire',
      postal_code: 'TF13 6HU',
    },
    [],
  ],
  [
    'J. Pugh\nThe Old Rectory\nLlanwrin\nMachynlleth\nSY20 8QH',
    'GB',
    {
      name: 'J. Pugh',
      address1: 'The Old Rectory',
      address2: 'Llanwrin',
      city: 'Machynlleth',
      postal_code: 'SY20 8QH',
    },
    ['address1'],
  ],
  [
    'Siân Pugh, 3 Stryd y Bont, Machynlleth, Powys. SY20 8AE',
    'GB',
    {
      name: 'Siân Pugh',
      address1: '3 Stryd y Bont',
      city: 'Machynlleth',
      state_province: 'Powys',
      postal_code: 'SY20 8AE',
    },
    [],
  ],
  [
    'Cpl A Harris\nBFPO 58\nBF1 3AA',
    'GB',
    { name: 'Cpl A Harris', address1: 'BFPO 58', city: 'BFPO', postal_code: 'BF1 3AA' },
    [],
  ],
  [
    'Cpl A Harris\n1 Regiment\nBFPO 58',
    'GB',
    { name: 'Cpl A Harris', address1: '1 Regiment', city: 'BFPO 58' },
    ['city', 'postal_code'],
  ],
  [
    'Pte J Doe, 22 Signals, BFPO 16, BF1 0AX',
    'GB',
    { name: 'Pte J Doe', address1: '22 Signals', city: 'BFPO 16', postal_code: 'BF1 0AX' },
    [],
  ],
  [
    'Harbour Books\nUnit 4, Quay House\n2 Admiral Way\nSt Peter Port\nGuernsey\nGY1 2NB',
    'GG',
    {
      company_name: 'Harbour Books',
      address1: 'Unit 4, Quay House',
      address2: '2 Admiral Way',
      address3: 'St Peter Port',
      city: 'Guernsey',
      postal_code: 'GY1 2NB',
    },
    [],
  ],
  [
    'Anne Le Brun\n5 La Rue des Mielles\nSt Helier\nJersey\nJE2 4UE',
    'JE',
    {
      name: 'Anne Le Brun',
      address1: '5 La Rue des Mielles',
      address2: 'St Helier',
      city: 'Jersey',
      postal_code: 'JE2 4UE',
    },
    [],
  ],
  [
    'J Quayle, 7 Athol Street, Douglas, Isle of Man, IM1 1LD',
    'IM',
    { name: 'J Quayle', address1: '7 Athol Street', address2: 'Douglas', city: 'Isle of Man', postal_code: 'IM1 1LD' },
    [],
  ],
  [
    'Accounts Department\nBelle Vue Galleries\n9 Hill Road\nClevedon\nBS21 7QX',
    'GB',
    {
      name: 'Accounts Department',
      company_name: 'Belle Vue Galleries',
      address1: '9 Hill Road',
      city: 'Clevedon',
      postal_code: 'BS21 7QX',
    },
    [],
  ],
  [
    'Rhodri Llewelyn\n6 Maengwyn Street\nMachynlleth\nSY20 8AG\nTel: 01654 702000\nrhodri@example.com',
    'GB',
    {
      name: 'Rhodri Llewelyn',
      address1: '6 Maengwyn Street',
      city: 'Machynlleth',
      postal_code: 'SY20 8AG',
      phone1: '01654 702000',
      email: 'rhodri@example.com',
    },
    [],
  ],
  [
    'Rhodri Llewelyn <rhodri@example.com>\n6 Maengwyn Street\nMachynlleth SY20 8AG\n+44 1654 702000',
    'GB',
    {
      name: 'Rhodri Llewelyn',
      address1: '6 Maengwyn Street',
      city: 'Machynlleth',
      postal_code: 'SY20 8AG',
      phone1: '+44 1654 702000',
      email: 'rhodri@example.com',
    },
    [],
  ],
  [
    'Name: Estelle Marchant\nAddress: 3 Fore Street\nTotnes\nDevon TQ9 5DP\nEmail: estelle@example.org',
    'GB',
    {
      name: 'Estelle Marchant',
      address1: '3 Fore Street',
      city: 'Totnes',
      state_province: 'Devon',
      postal_code: 'TQ9 5DP',
      email: 'estelle@example.org',
    },
    [],
  ],
  [
    'Ship to: Camille Ollerton, 14, High Street, Much Wenlock, TF13 6HU',
    'GB',
    { name: 'Camille Ollerton', address1: '14 High Street', city: 'Much Wenlock', postal_code: 'TF13 6HU' },
    [],
  ],
  [
    'Dr Priya Nair\nSchool of Chemistry\nUniversity of Leeds\nWoodhouse Lane\nLeeds LS2 9JT',
    'GB',
    {
      name: 'Dr Priya Nair',
      company_name: 'School of Chemistry',
      address1: 'University of Leeds',
      address2: 'Woodhouse Lane',
      city: 'Leeds',
      postal_code: 'LS2 9JT',
    },
    [],
  ],
  [
    'Estelle Marchant\n3 Fore Street\nTotnes',
    'GB',
    { name: 'Estelle Marchant', address1: '3 Fore Street', city: 'Totnes' },
    ['city', 'postal_code'],
  ],
  [
    'Estelle Marchant, 3 Fore Street, Totnes, Devon',
    'GB',
    { name: 'Estelle Marchant', address1: '3 Fore Street', city: 'Totnes', state_province: 'Devon' },
    ['city', 'postal_code'],
  ],
  [
    'The Manager\nPO Box 123\nBelfast\nBT1 1AA\nNorthern Ireland',
    'GB',
    { name: 'The Manager', address1: 'PO Box 123', city: 'Belfast', postal_code: 'BT1 1AA' },
    [],
  ],
  [
    'Ms K Adams c/o Adams & Sons, 10 Downing Street, London SW1A 2AA',
    'GB',
    {
      name: 'Ms K Adams',
      company_name: 'c/o Adams & Sons',
      address1: '10 Downing Street',
      city: 'London',
      postal_code: 'SW1A 2AA',
    },
    [],
  ],
  [
    'K Adams\nc/o B Jones\n221B Baker Street\nLONDON\nNW1 6XE\nUK',
    'GB',
    {
      name: 'K Adams',
      company_name: 'c/o B Jones',
      address1: '221B Baker Street',
      city: 'LONDON',
      postal_code: 'NW1 6XE',
    },
    ['company_name'],
  ],
  [
    'Flat 12B, Tower House, 100 Long Lane, Borough, London, SE1 4PE',
    'GB',
    {
      address1: 'Flat 12B',
      address2: 'Tower House',
      address3: '100 Long Lane, Borough',
      city: 'London',
      postal_code: 'SE1 4PE',
    },
    ['name', 'address3'],
  ],
  [
    'Rowan Tree\n1/2, 45 Byres Road\nGlasgow\nG12 8AA\nScotland',
    'GB',
    { name: 'Rowan Tree', address1: '1/2, 45 Byres Road', city: 'Glasgow', postal_code: 'G12 8AA' },
    [],
  ],
  [
    'Dana Whitlock\nJuniper Paper Goods LLC\n418 Larkspur Avenue\nBurlington, VT 05401\nUSA',
    'US',
    {
      name: 'Dana Whitlock',
      company_name: 'Juniper Paper Goods LLC',
      address1: '418 Larkspur Avenue',
      city: 'Burlington',
      state_province: 'VT',
      postal_code: '05401',
    },
    [],
  ],
  [
    'Dana Whitlock, 418 Larkspur Avenue, Burlington, VT 05401, United States',
    'US',
    {
      name: 'Dana Whitlock',
      address1: '418 Larkspur Avenue',
      city: 'Burlington',
      state_province: 'VT',
      postal_code: '05401',
    },
    [],
  ],
  [
    'Dana Whitlock\n418 Larkspur Ave Apt 2\nBurlington VT 05401-1234',
    'US',
    {
      name: 'Dana Whitlock',
      address1: '418 Larkspur Ave Apt 2',
      city: 'Burlington',
      state_province: 'VT',
      postal_code: '05401-1234',
    },
    [],
  ],
  [
    'Lee Park\n77 Ocean Blvd\nLos Angeles\nCA 90001\nU.S.A.',
    'US',
    { name: 'Lee Park', address1: '77 Ocean Blvd', city: 'Los Angeles', state_province: 'CA', postal_code: '90001' },
    ['name'],
  ],
  [
    'Juniper Inc.\nAttn: Dana Whitlock\n1 Main St\nSpringfield, IL 62701',
    'US',
    {
      name: 'Dana Whitlock',
      company_name: 'Juniper Inc.',
      address1: '1 Main St',
      city: 'Springfield',
      state_province: 'IL',
      postal_code: '62701',
    },
    [],
  ],
  [
    'Jonas Weber\nLindenstraße 4\n10115 Berlin\nDeutschland',
    'DE',
    { name: 'Jonas Weber', address1: 'Lindenstraße 4', city: 'Berlin', postal_code: '10115' },
    [],
  ],
  [
    'Jonas Weber, Lindenstr. 4, 10115 Berlin, Germany',
    'DE',
    { name: 'Jonas Weber', address1: 'Lindenstr. 4', city: 'Berlin', postal_code: '10115' },
    [],
  ],
  [
    'Weber Papier GmbH\nz. Hd. Jonas Weber\nAm Platz 7\nD-80331 München',
    'DE',
    {
      name: 'Jonas Weber',
      company_name: 'Weber Papier GmbH',
      address1: 'Am Platz 7',
      city: 'München',
      postal_code: '80331',
    },
    [],
  ],
  [
    'Jonas Weber\nLindenstraße 4\n10115 Berlin',
    'DE',
    { name: 'Jonas Weber', address1: 'Lindenstraße 4', city: 'Berlin', postal_code: '10115' },
    [],
  ],
  [
    'Élodie Lefèvre\n18 rue de la Roquette\n75011 Paris\nFrance',
    'FR',
    { name: 'Élodie Lefèvre', address1: '18 rue de la Roquette', city: 'Paris', postal_code: '75011' },
    [],
  ],
  [
    'Élodie Lefèvre, 18 rue de la Roquette, 75011 Paris',
    'FR',
    { name: 'Élodie Lefèvre', address1: '18 rue de la Roquette', city: 'Paris', postal_code: '75011' },
    [],
  ],
  [
    'Librairie du Port\nBP 123\n13001 MARSEILLE CEDEX 01\nFRANCE',
    'FR',
    { company_name: 'Librairie du Port', address1: 'BP 123', city: 'MARSEILLE CEDEX 01', postal_code: '13001' },
    [],
  ],
  [
    "Librairie du Port\nÀ l'attention de Luc Martin\n3 quai du Port\n13002 Marseille\nFrankrijk",
    'FR',
    {
      name: 'Luc Martin',
      company_name: 'Librairie du Port',
      address1: '3 quai du Port',
      city: 'Marseille',
      postal_code: '13002',
    },
    [],
  ],
  [
    'Anouk de Vries\nPrinsengracht 263\n1016 GV Amsterdam\nNederland',
    'NL',
    { name: 'Anouk de Vries', address1: 'Prinsengracht 263', city: 'Amsterdam', postal_code: '1016 GV' },
    [],
  ],
  [
    'Anouk de Vries, Prinsengracht 263, 1016GV Amsterdam, Holland',
    'NL',
    { name: 'Anouk de Vries', address1: 'Prinsengracht 263', city: 'Amsterdam', postal_code: '1016GV' },
    [],
  ],
  [
    'Jan Peeters\nRue Neuve 12 bte 3\n1000 Bruxelles\nBelgique',
    'BE',
    { name: 'Jan Peeters', address1: 'Rue Neuve 12 bte 3', city: 'Bruxelles', postal_code: '1000' },
    [],
  ],
  [
    'Seán Byrne\n12 Dame Street\nDublin 2\nD02 X285\nIreland',
    'IE',
    { name: 'Seán Byrne', address1: '12 Dame Street', city: 'Dublin 2', postal_code: 'D02 X285' },
    [],
  ],
  [
    'Seán Byrne\nTullamore\nCo. Offaly\nR35 X2C9\nÉire',
    'IE',
    { name: 'Seán Byrne', city: 'Tullamore', state_province: 'Co. Offaly', postal_code: 'R35 X2C9' },
    ['address1'],
  ],
  [
    'Aoife Kelly, 4 Shop Street, Galway, H91 KT1X',
    'IE',
    { name: 'Aoife Kelly', address1: '4 Shop Street', city: 'Galway', postal_code: 'H91 KT1X' },
    [],
  ],
  [
    'Marc Tremblay\n1200 rue Sainte-Catherine\nMontréal QC H3B 1A1\nCanada',
    'CA',
    {
      name: 'Marc Tremblay',
      address1: '1200 rue Sainte-Catherine',
      city: 'Montréal',
      state_province: 'QC',
      postal_code: 'H3B 1A1',
    },
    [],
  ],
  [
    'Alice Chan\n500 King St W\nToronto, ON\nM5V 1L9\nCANADA',
    'CA',
    { name: 'Alice Chan', address1: '500 King St W', city: 'Toronto', state_province: 'ON', postal_code: 'M5V 1L9' },
    [],
  ],
  [
    'Mia Nguyen\n12 George Street\nSydney NSW 2000\nAustralia',
    'AU',
    { name: 'Mia Nguyen', address1: '12 George Street', city: 'Sydney', state_province: 'NSW', postal_code: '2000' },
    [],
  ],
  [
    'Mia Nguyen, Unit 5, 12 George Street, Sydney, NSW 2000, AU',
    'AU',
    {
      name: 'Mia Nguyen',
      address1: 'Unit 5',
      address2: '12 George Street',
      city: 'Sydney',
      state_province: 'NSW',
      postal_code: '2000',
    },
    [],
  ],
  [
    'Hemi Walker\n8 Queen Street\nAuckland 1010\nNew Zealand',
    'NZ',
    { name: 'Hemi Walker', address1: '8 Queen Street', city: 'Auckland', postal_code: '1010' },
    [],
  ],
  [
    'Giulia Rossi\nVia Roma 10\n00184 Roma RM\nItalia',
    'IT',
    { name: 'Giulia Rossi', address1: 'Via Roma 10', city: 'Roma', state_province: 'RM', postal_code: '00184' },
    [],
  ],
  [
    'Lucía García\nCalle Mayor 5, 2ºB\n28013 Madrid\nEspaña',
    'ES',
    { name: 'Lucía García', address1: 'Calle Mayor 5, 2ºB', city: 'Madrid', postal_code: '28013' },
    [],
  ],
  [
    'Anna Kowalska\nul. Długa 5/7\n00-238 Warszawa\nPolska',
    'PL',
    { name: 'Anna Kowalska', address1: 'ul. Długa 5/7', city: 'Warszawa', postal_code: '00-238' },
    ['address1'],
  ],
  [
    'João Silva\nRua Augusta 100\n1100-053 Lisboa\nPortugal',
    'PT',
    { name: 'João Silva', address1: 'Rua Augusta 100', city: 'Lisboa', postal_code: '1100-053' },
    [],
  ],
  [
    'Lars Nielsen\nStrøget 15\n1160 København K\nDanmark',
    'DK',
    { name: 'Lars Nielsen', address1: 'Strøget 15', city: 'København K', postal_code: '1160' },
    [],
  ],
  [
    'Sven Åkesson\nStorgatan 4\n211 34 Malmö\nSverige',
    'SE',
    { name: 'Sven Åkesson', address1: 'Storgatan 4', city: 'Malmö', postal_code: '211 34' },
    [],
  ],
  [
    'Kari Nordmann\nKarl Johans gate 1\n0154 Oslo\nNorway',
    'NO',
    { name: 'Kari Nordmann', address1: 'Karl Johans gate 1', city: 'Oslo', postal_code: '0154' },
    [],
  ],
  [
    'Hans Muster\nBahnhofstrasse 1\n8001 Zürich\nSchweiz',
    'CH',
    { name: 'Hans Muster', address1: 'Bahnhofstrasse 1', city: 'Zürich', postal_code: '8001' },
    [],
  ],
  [
    'Eva Huber\nMariahilfer Straße 10/3\nA-1070 Wien',
    'AT',
    { name: 'Eva Huber', address1: 'Mariahilfer Straße 10/3', city: 'Wien', postal_code: '1070' },
    [],
  ],
  [
    'Yuki Tanaka\n1-2-3 Marunouchi\nChiyoda-ku, Tokyo 100-0005\nJapan',
    'JP',
    {
      name: 'Yuki Tanaka',
      address1: '1-2-3 Marunouchi',
      address2: 'Chiyoda-ku',
      city: 'Tokyo',
      postal_code: '100-0005',
    },
    [],
  ],
  [
    "Mr Wong\nFlat 8, 20/F, Tower 2\nQueen's Road Central\nHong Kong",
    'HK',
    { name: 'Mr Wong', address1: 'Flat 8, 20/F, Tower 2', address2: "Queen's Road Central", city: 'Hong Kong' },
    ['postal_code'],
  ],
  [
    'Priya Shah\n22 MG Road\nBengaluru 560001\nIndia',
    'IN',
    { name: 'Priya Shah', address1: '22 MG Road', city: 'Bengaluru', postal_code: '560001' },
    [],
  ],
  [
    'Tan Wei\n10 Anson Road #10-11\nSingapore 079903\nSingapore',
    'SG',
    { name: 'Tan Wei', address1: '10 Anson Road #10-11', city: 'Singapore', postal_code: '079903' },
    [],
  ],
  [
    'Eleni Papadopoulou\nErmou 25\n105 63 Athina\nGreece',
    'GR',
    { name: 'Eleni Papadopoulou', address1: 'Ermou 25', city: 'Athina', postal_code: '105 63' },
    [],
  ],
  [
    'Priya Nair\n9 Hill Road\nClevedon BS21 7QX\n07700 900123\npriya@example.com\nsales@example.com',
    'GB',
    {
      name: 'Priya Nair',
      address1: '9 Hill Road',
      address2: 'sales@example.com',
      city: 'Clevedon',
      postal_code: 'BS21 7QX',
      phone1: '07700 900123',
      email: 'priya@example.com',
    },
    [],
  ],
  [
    '   "Marguerite Llewellyn",  \t\n 14 Heol y Gogledd,\n\n Aberystwyth ,\nSY23\u00A02HT,  ',
    'GB',
    { name: 'Marguerite Llewellyn', address1: '14 Heol y Gogledd', city: 'Aberystwyth', postal_code: 'SY23 2HT' },
    [],
  ],
  ['SY23 2HT', 'GB', { postal_code: 'SY23 2HT' }, ['name', 'address1', 'city']],
  [
    'Rowan Mews, Hill Court, Ludlow, SY8 1AA',
    'GB',
    { name: 'Rowan Mews', address1: 'Hill Court', city: 'Ludlow', postal_code: 'SY8 1AA' },
    ['name'],
  ],
  [
    'Chiara Bruno\nCorso Italia 3\n20122 Milano (MI)\nItalie',
    'IT',
    { name: 'Chiara Bruno', address1: 'Corso Italia 3', city: 'Milano', state_province: 'MI', postal_code: '20122' },
    [],
  ],
  [
    'Pierre Blanc\n5 Rue du Port\n1204 Genève, Suisse',
    'CH',
    { name: 'Pierre Blanc', address1: '5 Rue du Port', city: 'Genève', postal_code: '1204' },
    [],
  ],
]

test.each(ROWS)('%j', (text, country, fields, uncertain) => {
  const parsed = parseAddress(text, 'GB')
  const filled = Object.fromEntries(Object.entries(parsed.address).filter(([, value]) => value !== ''))
  expect(filled).toEqual({ country, ...fields })
  expect(parsed.uncertain).toEqual(uncertain)
})

test.each([
  ['7 digits after a label', 'Tel: 7020000', '7020000'],
  ['6 digits after a label', 'Tel: 70 2000', ''],
  ['9 digits from 0', '01654 7020', '01654 7020'],
  ['8 digits from 0', '01654 702', ''],
  ['9 digits from another digit', '16547 0200', ''],
  ['15 digits', '+441654 702000 123', '+441654 702000 123'],
  ['16 digits', '+441654 702000 1234', ''],
  ['the longest with punctuation', '(0) 1 6 5 4 . 7 0 2 0 0 0', '(0) 1 6 5 4 . 7 0 2 0 0 0'],
])('a line of %s: telephone number %j', (_case, line, phone1) => {
  const text = `Rhodri Llewelyn\n6 Maengwyn Street\nMachynlleth\nSY20 8AG\n${line}`
  expect(parseAddress(text, 'GB').address.phone1).toBe(phone1)
})

/** What says which line is which is no part of the address. */
const LABELS = /^(?:name|address|ship|to|fao|attn|tel|email|z|hd|à|l|attention|de)$/i
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

test.each(ROWS)('loses no word of %j', (text) => {
  const { address } = parseAddress(text, 'GB')
  const lines = text.split(/[\n,(]/)
  const countries = lines.filter((line) => countryNamed(line.replace(')', '')) === address.country)
  const whole = wordsOf([...Object.values(address), ...countries].join(' '))
    .join('')
    .toLowerCase()
  for (const word of wordsOf(text).filter((one) => !LABELS.test(one) && one.length > 2))
    expect(whole, word).toContain(word.toLowerCase())
})

test('a text that says nothing of its country is in the country of the form', () => {
  expect(parseAddress('Anna Berg\nDorfweg 3\n1234 Dorf', 'AT').address).toMatchObject({ country: 'AT', city: 'Dorf' })
})

test('an empty text fills no field', () => {
  expect(Object.values(parseAddress(' \n', 'GB').address).filter((value) => value !== '' && value !== 'GB')).toEqual([])
})

test.each([
  ['CA', 'Ottawa K1A 0B1', 'K1A 0B1'],
  ['IE', 'Dublin D02 AF30', 'D02 AF30'],
  ['NL', '1012 AB Amsterdam', '1012 AB'],
  ['PT', '4711-123 Braga', '4711-123'],
  ['PL', '00-001 Warszawa', '00-001'],
  ['JP', 'Tokyo 〒100-0005', '100-0005'],
  ['BR', 'São Paulo 01310-100', '01310-100'],
])('a code that only %s has names the country: %s', (country, line, postal_code) => {
  expect(parseAddress(`Ana Berg\n1 Long Street\n${line}`, 'GB').address).toMatchObject({ country, postal_code })
})
