import type { Spending } from '@postroom/contract/spending'

const CENTRE = '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a21'
const PERSON = '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a22'

const NOTHING = { items: 0, spend: 0 }

/** A period in which nothing was bought. */
export const NO_SPENDING: Spending = {
  from: '2026-11-01',
  to: '2026-11-19',
  total: NOTHING,
  could_save: { items: 0, amount: 0 },
  saved: { items: 0, amount: 0 },
  bars: [],
  cost_centers: [],
  people: [],
  countries: [],
  before: { from: '2026-10-01', to: '2026-10-19', total: NOTHING, bars: [] },
  refunds: { total: 0, amount: 0, rows: [] },
}

const day = (from: string, service: Spending['bars'][number]['service'], items: number, spend: number) => {
  return { from, to: from, service, items, spend }
}

/** Two days of November with three services. */
export const SPENDING: Spending = {
  ...NO_SPENDING,
  total: { items: 6, spend: 30_00 },
  could_save: { items: 2, amount: 1_15 },
  saved: { items: 4, amount: 2_40 },
  bars: [day('2026-11-02', '1', 2, 6_00), day('2026-11-02', '1SF', 1, 4_00), day('2026-11-03', 'IT', 3, 20_00)],
  cost_centers: [
    { id: CENTRE, name: 'Bindery orders', items: 4, spend: 25_00 },
    { id: null, name: '', items: 2, spend: 5_00 },
  ],
  people: [{ id: PERSON, name: 'Dev Prosser', items: 6, spend: 30_00 }],
  countries: [
    { country: 'FR', items: 3, spend: 20_00 },
    { country: 'GB', items: 3, spend: 10_00 },
  ],
  before: {
    from: '2026-10-01',
    to: '2026-10-19',
    total: { items: 10, spend: 45_00 },
    bars: [
      { from: '2026-10-05', to: '2026-10-05', items: 10, spend: 45_00 },
      { from: '2026-10-28', to: '2026-10-28', items: 1, spend: 5_00 },
    ],
  },
  refunds: {
    total: 1,
    amount: 5_55,
    rows: [
      {
        id: '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a23',
        name: 'Harbour Lane Books',
        asked_on: '2026-11-19',
        expected_by: '2026-12-10',
        amount: 5_55,
      },
    ],
  },
}
