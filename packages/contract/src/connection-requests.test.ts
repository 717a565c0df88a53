import { describe } from 'vitest'
import { connectCarrierAccount } from './carrier-connection.ts'
import { makeEnrolmentCode } from './enrolment.ts'
import { startPairing } from './hub.ts'
import { addPasskey, renamePasskey, signInWithPasskey } from './passkey.ts'
import { saveSendingRules } from './sending-rule.ts'
import { acceptOrder, connectShop } from './shop.ts'
import { beginSignOn, endSignedOn, findSignOn, finishSignOn, signOnSchema } from './sign-on.ts'
import { listOf, testBounds, testKept, text } from './testing/bounds.ts'

const ADDRESS = { name: 'Idris Pembroke', address1: '17 Chalcot Road', city: 'London', postal_code: 'NW1 8LH' }
const urlOf = (length: number) => `https://example.com/${text(length - 20)}`

describe('single sign-on', () => {
  const group = { group: 'Post', role: 'sender' }
  const settings = {
    issuer: 'https://example.com',
    client_id: 'x',
    plan: 'full',
    role: 'sender',
    group_roles: [group],
    passwords: true,
    domains: ['example.com'],
  }
  testBounds(signOnSchema, settings, [
    ['issuer', ['http://example.com', urlOf(300)], [urlOf(301), 'ftp://example.com', 'example.com', undefined]],
    ['client_id', ['!~', text(200)], ['', text(201), 'a b', 'é', undefined]],
    ['client_secret', ['!~', text(500), undefined], ['', text(501), 'a b', 'é']],
    ['groups_claim', ['a.b:/c-d_9', text(100), undefined], ['', text(101), 'a b']],
    ['group_roles', [[], listOf(50, group)], [listOf(51, group), undefined]],
    ['group_roles.0.group', ['x', text(200)], ['', ' ', text(201), 'a\nb']],
    ['passwords', [true, false], ['true', undefined]],
    ['domains', [[], listOf(20, 'example.com')], [listOf(21, 'example.com'), undefined]],
    ['domains.0', ['a.b', `${text(63)}.${text(63)}`, 'a.b.c.d.e.f.g.h.i'], ['a', `${text(64)}.b`, `b.${text(64)}`]],
    ['domains.0', [], ['a.b.c.d.e.f.g.h.i.j', 'a_b.c', 'a..b', '']],
  ])
  testKept(signOnSchema, settings, [
    ['client_id', ' id ', 'id'],
    ['client_secret', ' secret ', 'secret'],
    ['groups_claim', ' groups ', 'groups'],
    ['group_roles.0.group', ' Post ', 'Post'],
    ['domains.0', ' Example.COM ', 'example.com'],
  ])
  testBounds(findSignOn.query, {}, [['at', ['a', 'a-b.c', text(200)], ['', text(201), 'a b', 'a@b', undefined]]])
  testKept(findSignOn.query, {}, [['at', ' Example.COM ', 'example.com']])
  testBounds(beginSignOn.body, { at: 'a' }, [
    ['return_url', ['/', '/a', `/${text(499)}`, undefined], [`/${text(500)}`, '//a', '/\\a', 'a', '']],
  ])
  testBounds(finishSignOn.body, { state: 'x', code: 'x' }, [
    ['state', ['x', text(200)], ['', text(201), undefined]],
    ['code', ['x', text(4096)], ['', text(4097), undefined]],
    ['iss', [text(300), undefined], [text(301)]],
  ])
  testBounds(endSignedOn.body, {}, [['logout_token', ['x', text(8192)], ['', text(8193), undefined]]])
})

describe('a passkey', () => {
  // base64url takes four characters for three bytes
  const response = { clientDataJSON: 'x', attestationObject: 'x' }
  testBounds(addPasskey.body, { name: 'x', credential: { id: 'x', response } }, [
    ['name', ['x', text(60)], ['', ' ', text(61), 'a\nb', undefined]],
    ['credential.id', ['a-_9', text(1364)], ['', text(1365), 'a+b', 'a=', undefined]],
    ['credential.response.clientDataJSON', [text(4096)], ['', text(4097), 'a/b', undefined]],
    ['credential.response.attestationObject', [text(10_923)], ['', text(10_924), 'a/b', undefined]],
  ])
  testBounds(renamePasskey.body, {}, [['name', ['x', text(60)], ['', ' ', text(61), undefined]]])
  const signed = { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x', userHandle: 'x' }
  testBounds(signInWithPasskey.body, { id: 'x', response: signed }, [
    ['response.authenticatorData', [text(1366)], ['', text(1367), 'a+b', undefined]],
    ['response.signature', [text(1366)], ['', text(1367), 'a+b', undefined]],
    ['response.userHandle', [text(86)], ['', text(87), 'a+b', undefined]],
  ])
})

describe('the key of a carrier', () => {
  const login = { username: 'x', password: 'x', posting_location: '9000000001' }
  testBounds(connectCarrierAccount.body, { api_key: 'x' }, [
    ['api_key', ['!~', text(500)], ['', text(501), 'a b', 'é', undefined]],
    ['login', [login], [{}]],
  ])
  testBounds(connectCarrierAccount.body, { login }, [
    ['login.username', ['a b!~', text(100)], ['', text(101), 'é', undefined]],
    ['login.password', ['a b!~', text(100)], ['', text(101), 'é', undefined]],
    ['login.posting_location', ['0123456789'], ['123456789', '12345678901', 'a123456789', undefined]],
  ])
  testKept(connectCarrierAccount.body, { login }, [
    ['api_key', ' key ', 'key'],
    ['login.username', ' name ', 'name'],
    ['login.posting_location', ' 0123456789 ', '0123456789'],
  ])
})

describe('a shop', () => {
  const shop = { name: 'Books', url: 'https://example.com', from: ADDRESS }
  const woocommerce = { ...shop, kind: 'woocommerce', consumer_key: 'x', consumer_secret: 'x' }
  testBounds(connectShop.body, woocommerce, [
    ['name', ['x', text(40)], ['', ' ', text(41), undefined]],
    ['url', ['http://example.com', urlOf(200)], [urlOf(201), 'ftp://example.com', undefined]],
    ['consumer_key', ['!~', text(500)], ['', text(501), 'a b', undefined]],
    ['consumer_secret', ['!~', text(500)], ['', text(501), 'a b', undefined]],
    ['from', [], [{}, undefined]],
  ])
  testBounds(connectShop.body, { ...shop, kind: 'shopify', access_token: 'x' }, [
    ['access_token', [text(500)], ['', text(501), undefined]],
    ['consumer_key', [], ['x']],
  ])
  testKept(connectShop.body, woocommerce, [['consumer_key', ' key ', 'key']])
  testBounds(acceptOrder.body, {}, [['version', [1, 2], [0, 1.5, undefined]]])
})

describe('rules of sending', () => {
  const rule = { destination: 'uk', service: '1' }
  testBounds(saveSendingRules.body, { rules: [rule] }, [
    ['rules', [[], listOf(50, rule)], [listOf(51, rule), undefined]],
    ['rules.0.destination', ['uk'], ['moon']],
    ['rules.0.max_grams', [1, 30_000, undefined], [0, 30_001, 1.5]],
    ['rules.0.over_pence', [0, 100_000_000, undefined], [-1, 100_000_001, 1.5]],
    ['rules.0.compensation_gbp', [undefined], [1.5]],
    ['rules.0.service', ['1', 'TR24'], ['IT', 'X', undefined]],
  ])
})

describe('enrolment of devices', () => {
  testBounds(makeEnrolmentCode.body, { devices_max: 1, days: 1 }, [
    ['devices_max', [1, 500], [0, 501, 1.5, undefined]],
    ['days', [1, 30], [0, 31, 1.5, undefined]],
  ])
  testBounds(startPairing.body, { public_key: 'k'.repeat(43), alias: 'Office' }, [
    ['enrolment_code', ['x', text(60), undefined], ['', ' ', text(61)]],
  ])
  testKept(startPairing.body, { public_key: 'k'.repeat(43), alias: 'Office' }, [['enrolment_code', ' x ', 'x']])
})
