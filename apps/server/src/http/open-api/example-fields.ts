import { DEFAULT_CARRIER } from '@postroom/domain/catalogue/carriers'

/**
 * Example values by field name for the documentation, used where the field's schema allows them. Requests and answers
 * share one table, so the same account and the same parcel appear in every call. Several values: the first that fits.
 */
export const EXAMPLE_FIELDS: Readonly<Record<string, readonly unknown[]>> = {
  // people
  id: ['0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01'],
  userId: ['0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a02'],
  username: ['angharad'],
  fullname: ['Angharad Kendall'],
  email: ['angharad@example.com'],
  password: ['correct horse battery staple'],
  current_password: ['correct horse battery staple'],
  grant_type: ['password'],
  client_id: ['postroom-web'],
  refresh_token: ['wQ0m1sVqk9JrT4uXy7Zb2cDe5fGh8iKl3nOp6qRs0tU'],
  token: ['aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6kL9nO2q'],
  access_token: ['aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6kL9nO2q'],
  poll_token: ['aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6kL9nO2q'],
  api_key: ['6f1c2a90-58b4-4f0e-9c21-3e7d5a8b1c04'],
  expires_in: [7200],
  key: ['label.layout'],
  draft: ['0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a0d'],
  form: ['shipping-single'],
  values: [{ to: { name: 'Idris Pembroke' }, weight: '130g' }],
  plan: ['full'],
  permissions: [['mod_shipping', 'mod_addressbook', 'carr_rm']],
  roles: [['mailroom']],
  custom_data: [{}],
  otp: ['492817'],
  scopes: [['rates', 'buy', 'documents']],
  accounts: [null],
  starts_with: ['prk_aB3dE6'],
  secret: ['prk_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6kL9nO2qR8c0ab1f3'],
  calls_per_minute: [60],
  overlap: ['day'],
  bought_with: ['Web shop'],
  key_name: ['Web shop'],
  at: ['llewellyn-bindery.example'],
  handle: ['llewellyn-bindery-ltd'],
  organisation: ['Llewellyn Bindery Ltd'],
  state: ['wQ0m1sVqk9JrT4uXy7Zb2cDe5fGh8iKl3nOp6qRs0tU'],
  iss: ['https://login.llewellyn-bindery.example'],
  return_url: ['/app/history'],
  logout_token: ['eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2xvZ2luIn0.c2lnbmF0dXJl'],
  challenge: ['wQ0m1sVqk9JrT4uXy7Zb2cDe5fGh8iKl3nOp6qRs0tU'],
  clientDataJSON: ['eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'],
  authenticatorData: ['SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAA'],
  signature: ['MEUCIQDv5u8rMzV2'],
  userHandle: ['C28vCmoOT1yfVz0_bgwaAg'],
  attestationObject: ['o2NmbXRkbm9uZWdhdHRTdG10oA'],
  recovery_codes: [['k7qd-92mf-xw3p']],
  // places
  name: ['Idris Pembroke', 'Royal Mail'],
  company_name: ['Llewellyn Bindery Ltd'],
  address1: ['17 Chalcot Road'],
  city: ['London'],
  postal_code: ['NW1 8LH'],
  country: ['GB'],
  phone1: ['020 7946 0123'],
  text: ['17 Chalcot Road, London NW1 8LH'],
  tag: ['customer'],
  add_tag: ['customer'],
  remove_tag: ['customer'],
  ids: [['0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01']],
  duplicates: [['0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a02']],
  // post
  carrier: [DEFAULT_CARRIER.code],
  carrier_code: [DEFAULT_CARRIER.code],
  service: ['1'],
  service_name: ['1st Class'],
  delivery: ['Next working day'],
  shipping_date: ['2026-11-20'],
  day: ['2026-11-20'],
  from: ['2026-11-01'],
  to: ['2026-11-20'],
  person: ['0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a02'],
  collected_on: ['2026-11-20'],
  asked_on: ['2026-11-20'],
  expected_by: ['2026-12-11'],
  earliest: ['2026-11-21'],
  latest: ['2026-11-21'],
  packaging: ['large_letter'],
  quantity: [1],
  value: [80],
  parcels: [[{ number: 1, packaging: 'large_letter', weight: { value: 80, units: 'G' } }]],
  references: [['PO-1042']],
  costcenter: [[], '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a0e'],
  tracking: ['ZZ123456785GB'],
  cancellation_reason: ['Sent to the wrong address'],
  month: ['2026-11'],
  vat_number: ['GB980780684'],
  accountId: ['0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a03'],
  by: ['0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a03'],
  pending_id: ['order-1042-label'],
  sold: [['order-1042-label']],
  shipmentId: ['0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a04'],
  // money, in pence
  base_charge: [320],
  total_charge: [320],
  total_fees: [0],
  vat: [0],
  balance: [4680],
  posted: [4680],
  held: [0],
  amount: [320, 5000],
  threshold: [2000],
  most_a_day: [1],
  charged: [0],
  explanation: [
    [
      {
        code: 'base',
        description: 'Large letter to 100 g, 1st Class',
        values: {},
        amount: 320,
      },
    ],
  ],
  account: ['20-00-00 12345678'],
  payer: ['LLEWELLYN BINDERY LTD'],
  proposal: ['0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a05'],
  // devices
  alias: ['Mailroom'],
  code: ['7K4M-Q2XW', '1'],
  public_key: ['pT6Qm0Yl8sWv2Zx4Bn6Kj8Hg0Fd2Sa4Po6Iu8Yt0Re2'],
  nonce: ['f2b1c0d9e8a7b6c5'],
  local_secret: ['known-to-the-bundled-device-only'],
  url: ['wss://postroom.example/api/iot/v1/line'],
  documents_url: ['https://postroom.example'],
  job_id: ['0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01:first:label'],
  error_code: ['media_empty'],
  dateFrom: ['2026-11-01'],
  effective_from: ['2027-01-04'],
  dateTo: ['2026-11-30'],
  first_day: ['2026-11-01'],
  last_day: ['2026-11-30'],
  position: ['1', 1],
  number: ['INV-2026-11'],
  item_number: ['ZZ123456785GB'],
  sha256: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
}

/** Tracked 24 of an account, in every format and weight in which it is sold. */
const CONTRACT = `service,format,zone,min_weight_g,max_weight_g,compensation_gbp,price_pence,vat
TR24,large_letter,UK,1,1000,150,310,standard_included
TR24,small_parcel,UK,1,2000,150,395,standard_included
TR24,medium_parcel,UK,1,2000,150,560,standard_included
TR24,medium_parcel,UK,2001,10000,150,740,standard_included
TR24,medium_parcel,UK,10001,20000,150,,standard_included
`

/** Who calls, proved again. */
const PROOF = { body: { current_password: 'correct horse battery staple' } }

/** Example bodies that the table of fields cannot build, by endpoint id. */
export const EXAMPLE_CALLS: Readonly<Record<string, { body: unknown }>> = {
  refreshToken: {
    body: {
      grant_type: 'token',
      client_id: 'postroom-web',
      refresh_token: 'wQ0m1sVqk9JrT4uXy7Zb2cDe5fGh8iKl3nOp6qRs0tU',
    },
  },
  updateSelf: {
    body: {
      fullname: 'Angharad Kendall',
      email: 'angharad@example.com',
      current_password: 'correct horse battery staple',
    },
  },
  makeApiKey: {
    body: {
      name: 'Web shop',
      scopes: ['rates', 'buy', 'documents'],
      accounts: null,
      calls_per_minute: 60,
      pence_per_day: 20_000,
      last_day: '2026-11-30',
      current_password: 'correct horse battery staple',
    },
  },
  prepareTwoFactor: PROOF,
  removeTwoFactor: PROOF,
  preparePasskey: PROOF,
  connectCarrierAccount: { body: { api_key: '6f1c2a90-58b4-4f0e-9c21-3e7d5a8b1c04' } },
  saveDraft: {
    body: {
      form: 'shipping-single',
      label: 'Idris Pembroke',
      values: { to: { name: 'Idris Pembroke' }, weight: '130g' },
    },
  },
  putUserData: { body: { columns: ['created_at', 'to', 'total_charge'] } },
  recordReturn: {
    body: {
      shipment_id: '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a04',
      reason: 'addressee_gone_away',
      action: 'correct_address',
    },
  },
  signDeviceRequest: { body: { op: 'status', args: {}, expires_in_ms: 5_000 } },
  receivePaymentEvent: {
    body: '{"id":"evt_1","object":"event","type":"checkout.session.completed","created":1795168800,"data":{"object":{}}}',
  },
  connectShop: {
    body: {
      kind: 'woocommerce',
      name: 'Bindery',
      url: 'https://shop.invalid',
      from: {
        company_name: 'Llewellyn Bindery Ltd',
        address1: '4 Bute Street',
        city: 'Cardiff',
        postal_code: 'CF10 5AL',
      },
      consumer_key: 'ck_4f1c2a9058b44f0e9c213e7d5a8b1c04',
      consumer_secret: 'cs_90e7b4d258b44f0e9c213e7d5a8b1c04',
    },
  },
  saveSignOn: {
    body: {
      issuer: 'https://login.invalid',
      client_id: 'postroom',
      client_secret: 'k7qd92mfxw3p',
      domains: ['llewellyn-bindery.example'],
      plan: 'full',
      role: 'sender',
      groups_claim: 'groups',
      group_roles: [{ group: 'Post room', role: 'mailroom' }],
      passwords: true,
    },
  },
  testSignOn: { body: { issuer: 'https://login.invalid' } },
  saveSendingRules: { body: { rules: [{ destination: 'uk', over_pence: 50_00, service: '1SF' }] } },
  previewSendingRules: { body: { rules: [{ destination: 'uk', max_grams: 2000, service: 'TR48' }] } },
  createWebhook: { body: { url: 'https://hooks.invalid/postroom', events: ['shipment.bought', 'shipment.delivered'] } },
  changeWebhook: { body: { state: 'paused' } },
  importCarrierInvoice: {
    body: 'item_number,net,vat,date,service\nZZ123456785GB,2.67,0.53,2026-11-20,1\n',
  },
  checkContractPrices: { body: CONTRACT },
  addContractPrices: { body: CONTRACT },
  importBankStatement: {
    body: '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>GB33BUKB20201555555555</IBAN></Id></Acct><Ntry><Amt Ccy="GBP">5000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>20261120-17</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>BACS 900</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>',
  },
  importBankStatementCsv: {
    body: 'date,amount,reference,transaction_id\n2026-11-20,5000.00,BACS 900,20261120-17\n',
  },
  importAddresses: {
    body: 'name,address1,city,postal_code\nIdris Pembroke,17 Chalcot Road,London,NW1 8LH\n',
  },
}
