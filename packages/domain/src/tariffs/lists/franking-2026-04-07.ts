// Written by `npm run tariffs` from packages/domain/figures; do not edit.
import { priceRows, type PriceList } from '../price-row.ts'

/** Prices by franking machine (Mailmark) from 2026-04-07. Sources: packages/domain/figures/README.md. */
export const FRANKING_2026_04_07: PriceList = {
  id: 'franking-2026-04-07',
  channel: 'franking',
  effective_from: '2026-04-07',
  unpublished: {
    '1': 'Prices are published only for a letter to 100 g and a large letter to 500 g.',
    '2': 'Prices are published only for a letter to 100 g and a large letter to 500 g.',
    '1PP': 'No source gives a price for this service in this price list.',
    '2PP': 'No source gives a price for this service in this price list.',
    '1SF': 'Prices are published only for a letter to 100 g and a large letter to 500 g.',
    '2SF': 'Prices are published only for a letter to 100 g and a large letter to 500 g.',
    SD: 'Only the online price of this service is known, which is not a price of this list.',
    SD9AM: 'No source gives a price for this service in this price list.',
    SD1PM_SAT: 'Only the online price of this service is known, which is not a price of this list.',
    SD9AM_SAT: 'No source gives a price for this service in this price list.',
    TR24: 'Only the online price of this service is known, which is not a price of this list.',
    TR24S: 'Only the online price of this service is known, which is not a price of this list.',
    TR48: 'Only the online price of this service is known, which is not a price of this list.',
    TR48S: 'Only the online price of this service is known, which is not a price of this list.',
    IE: 'Only the online price of this service is known, which is not a price of this list.',
    IS: 'Only the online price of this service is known, which is not a price of this list.',
    IT: 'Only the online price of this service is known, which is not a price of this list.',
    ITS: 'Only the online price of this service is known, which is not a price of this list.',
    ISI: 'Only the online price of this service is known, which is not a price of this list.',
    ITH: 'Only the online price of this service is known, which is not a price of this list.',
  },
  sources: {
    'DER-FRANK-SF': 'derived: franked 1st/2nd + 200p Signed For fee (fee seen in retail tables only)',
    FW: 'franking-machine-warehouse.co.uk/blogs/news/first-class-vs-second-class-franking-2026',
  },
  rows: priceRows([
    ['1', 'letter', ['UK'], 20, 'exempt', 'medium', ['FW'], [100, 177]],
    ['1', 'large_letter', ['UK'], 20, 'exempt', 'medium', ['FW'], [100, 286], [250, 328], [500, 330]],
    ['2', 'letter', ['UK'], 20, 'exempt', 'medium', ['FW'], [100, 88]],
    ['2', 'large_letter', ['UK'], 20, 'exempt', 'medium', ['FW'], [100, 152], [250, 181], [500, 230]],
    ['1SF', 'letter', ['UK'], 20, 'exempt', 'low', ['DER-FRANK-SF'], [100, 377]],
    ['1SF', 'large_letter', ['UK'], 20, 'exempt', 'low', ['DER-FRANK-SF'], [100, 486], [250, 528], [500, 530]],
    ['2SF', 'letter', ['UK'], 20, 'exempt', 'low', ['DER-FRANK-SF'], [100, 288]],
    ['2SF', 'large_letter', ['UK'], 20, 'exempt', 'low', ['DER-FRANK-SF'], [100, 352], [250, 381], [500, 430]],
  ]),
}
