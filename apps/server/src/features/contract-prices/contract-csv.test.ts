import { aContractRow } from '@postroom/domain/testing/contracts'
import { expect, it } from 'vitest'
import { contractCsv } from './contract-csv.ts'

it('has each price beside the published one, then what is not offered', () => {
  const rows = [
    aContractRow({ service: 'SD', format: 'parcel', price: null }),
    aContractRow({ price: 250 }),
    aContractRow({ price: 260, to_g: 101 }),
  ]
  const file = contractCsv({ id: 'c1', effective_from: '2026-11-21', rows }, 'online', '2026-11-21')
  expect(new TextDecoder().decode(file).split('\r\n')).toEqual([
    'service,format,zone,min_weight_g,max_weight_g,compensation_gbp,price_pence,vat,published_pence',
    '1,large_letter,UK,1,100,20,250,standard_included,320',
    '1,large_letter,UK,1,101,20,260,standard_included,',
    'SD,parcel,UK,1,100,20,,standard_included,',
    '',
  ])
})
