import type { Customs, CustomsItem } from '@postroom/domain/customs/customs'
import type { Grams } from '@postroom/domain/measures'
import type { Pence } from '@postroom/domain/money'
import { A4_SHEET } from '@postroom/domain/media/media-size'
import type { CustomsFormContent } from '../customs/customs-form.ts'
import { anAddress } from './label-builder.ts'

export const anItem = (change: Partial<CustomsItem> = {}): CustomsItem => ({
  description: 'Hand-bound notebook, 200 pages, linen cover',
  quantity: 2,
  net_weight: 820 as Grams,
  value: 18_50 as Pence,
  hs_code: '482010',
  origin_country: 'GB',
  sku: '',
  manufacturer_id: '',
  ...change,
})

export const aDeclaration = (change: Partial<Customs> = {}): Customs => ({
  contents_type: 'G',
  contents_description: '',
  items: [
    anItem(),
    anItem({
      description: 'Woollen scarf',
      quantity: 1,
      net_weight: 180 as Grams,
      value: 24_00 as Pence,
      hs_code: '611710',
    }),
  ],
  company_EORI_number: '',
  customs_refnum_importer: '',
  booking_confirmation_number: '',
  eelpfc: '',
  invoice_number: '',
  ...change,
})

/** A gift to France. */
export const aCustomsForm = (change: Partial<CustomsFormContent> = {}): CustomsFormContent => ({
  test: false,
  service_name: 'International Tracked',
  sheet: A4_SHEET,
  numbers: ['ZZ000000005GB'],
  to: anAddress({
    name: 'Éloïse Lefèvre-Müller',
    company_name: '',
    address1: '12 bis, rue de l’Œuvre',
    address2: '',
    city: 'Besançon',
    postal_code: '25000',
    country: 'FR',
    phone1: '+33 3 81 00 00 00',
    email: 'eloise@example.fr',
  }),
  from: anAddress({
    name: 'Angharad Kendall',
    company_name: 'Llewellyn Bindery Ltd',
    address1: 'Unit 4, Glanyrafon Estate',
    address2: '',
    city: 'Aberystwyth',
    postal_code: 'SY23 3JQ',
    phone1: '+44 1970 000000',
    email: 'post@bindery.example',
  }),
  customs: aDeclaration(),
  invoice_number: '',
  incoterm: 'DAP',
  gross_weight: 1200 as Grams,
  postage: 14_35 as Pence,
  shipping_date: '2026-11-23',
  created_at: new Date('2026-11-21T10:00:00Z'),
  ...change,
})

/** A sale to the United States, with every reference number of a declaration. */
export const aSale = (change: Partial<CustomsFormContent> = {}): CustomsFormContent =>
  aCustomsForm({
    service_name: 'International Tracked & Signed',
    to: anAddress({
      name: 'Theodora Papadopoulos',
      company_name: 'Aegean Books Inc.',
      address1: '1200 Atlantic Avenue',
      address2: 'Suite 400',
      city: 'Brooklyn',
      state_province: 'NY',
      postal_code: '11216',
      country: 'US',
      phone1: '+1 718 555 0100',
      email: 'orders@aegean.example',
    }),
    customs: aDeclaration({
      contents_type: 'S',
      contents_description: 'Stationery for resale',
      items: [
        anItem({
          quantity: 10,
          net_weight: 4100 as Grams,
          value: 28_00 as Pence,
          sku: 'NB-200-LIN',
          manufacturer_id: 'LB-0042',
        }),
        anItem({
          description: 'Brass paper knife, decorative',
          quantity: 6,
          net_weight: 570 as Grams,
          value: 20_00 as Pence,
          hs_code: '82141000',
          origin_country: 'PT',
          sku: 'PK-7',
        }),
      ],
      company_EORI_number: 'GB123456789000',
      customs_refnum_importer: '98-7654321',
      booking_confirmation_number: 'BK-2026-11-0042',
      eelpfc: 'NOEEI 30.37(a)',
    }),
    invoice_number: 'LB-2026-0042',
    gross_weight: 5200 as Grams,
    postage: 32_80 as Pence,
    ...change,
  })
