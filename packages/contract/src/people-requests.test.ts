import { describe, expect, test } from 'vitest'
import { invitationSchema, updateMember } from './administration.ts'
import { listAuditEvents } from './audit-log.ts'
import { issueToken, refreshToken } from './auth.ts'
import { putUserData, updateSelf } from './identity.ts'
import { listQuery } from './list.ts'
import { forgotPassword, newPasswordSchema, resetPassword } from './password.ts'
import { testBounds, testKept, text } from './testing/bounds.ts'
import { confirmTwoFactor, prepareTwoFactor, removeTwoFactor } from './two-factor.ts'
import { foldUsername } from './username.ts'

const ID = '0192f7c2-5d8b-7c3a-9a51-3f0f6f6c2b11'

describe('signing in', () => {
  const PASSWORD = { grant_type: 'password', client_id: 'postroom-web', username: 'demo', password: 'x' }
  testBounds(issueToken.body, PASSWORD, [
    ['grant_type', ['', text(40)], [text(41), undefined]],
    ['client_id', ['', text(100)], [text(101), undefined]],
    ['username', ['x', text(200)], ['', ' ', text(201), undefined]],
    ['password', ['x', ' x ', text(1024)], ['', text(1025), undefined]],
    ['otp', [text(6), text(40)], [text(5), text(41)]],
  ])
  testBounds(refreshToken.body, { grant_type: 'refresh_token', client_id: 'postroom-web', refresh_token: 'x' }, [
    ['grant_type', [text(40)], [text(41)]],
    ['client_id', [text(100)], [text(101)]],
    ['refresh_token', ['x', text(200)], ['', text(201), undefined]],
  ])
})

describe('a new password', () => {
  test.each([
    // rule                                       password          accepted
    ['8 characters', text(8), true],
    ['7 characters', text(7), false],
    ['128 characters', text(128), true],
    ['129 characters', text(129), false],
    ['8 characters of two units each', '😀'.repeat(8), true],
    ['7 characters of two units each', '😀'.repeat(7), false],
    ['128 characters of two units each', '😀'.repeat(128), true],
    ['spaces count', ' '.repeat(8), true],
  ])('%s', (_rule, password, accepted) => {
    const parsed = newPasswordSchema.safeParse(password)
    expect(parsed.success).toBe(accepted)
    if (accepted) expect(parsed.data).toBe(password)
  })
  testBounds(resetPassword.body, { token: 'x', password: text(8) }, [
    ['token', [text(200)], ['', text(201), undefined]],
    ['password', [text(8)], [text(7), undefined]],
  ])
  testBounds(forgotPassword.body, { username: 'demo' }, [['username', ['x', text(200)], ['', text(201)]]])
})

describe('two-factor sign-in', () => {
  for (const { id, body } of [prepareTwoFactor, removeTwoFactor])
    describe(id, () => {
      testBounds(body, { current_password: 'x' }, [
        ['current_password', ['x', text(1024)], ['', text(1025), undefined]],
        ['otp', [text(6), text(40)], [text(5), text(41)]],
      ])
    })
  testBounds(confirmTwoFactor.body, {}, [['otp', [text(6), text(40)], [text(5), text(41), undefined]]])
})

describe("a user's own data", () => {
  test.each([
    ['the name alone', { fullname: 'Angharad' }, true],
    ['nothing', {}, true],
    ['e-mail address without the current password', { email: 'a@example.com' }, false],
    ['e-mail address with the current password', { email: 'a@example.com', current_password: 'x' }, true],
    ['password without the current password', { password: text(8) }, false],
    ['password with the current password', { password: text(8), current_password: 'x' }, true],
  ])('changes %s: %s', (_what, change, accepted) => {
    expect(updateSelf.body.safeParse(change).success).toBe(accepted)
  })
  testBounds(updateSelf.body, { current_password: 'x' }, [
    ['fullname', ['x', text(100)], ['', ' ', text(101)]],
    ['email', ['a@example.com'], ['a', `${text(60)}@${'example.'.repeat(18)}com`]],
    ['password', [text(8)], [text(7)]],
    ['current_password', [text(1024)], [text(1025)]],
  ])
  testBounds(putUserData.query, {}, [['key', ['a', 'a.b-c_9', text(64)], ['', 'A', 'a b', 'é', text(65), undefined]]])

  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
  test.each([
    // rule                        value                        accepted
    ['lists 8 deep', nested(8), true],
    ['lists 9 deep', nested(9), false],
    ['objects 9 deep', { a: nested(8) }, false],
    ['64 KiB with its quotes', text(64 * 1024 - 2), true],
    ['one byte more', text(64 * 1024 - 1), false],
    ['32 Ki letters of two bytes, with quotes', 'é'.repeat(32 * 1024 - 1), true],
    ['one letter more', 'é'.repeat(32 * 1024), false],
    ['null', null, true],
  ])('is kept as JSON: %s', (_rule, value, accepted) => {
    expect(putUserData.body.safeParse(value).success).toBe(accepted)
  })
})

describe('users of an organisation', () => {
  const INVITED = {
    username: 'angharad',
    email: 'a@example.com',
    fullname: 'Angharad',
    plan: 'full',
    roles: ['shipping'],
  }
  const [role] = invitationSchema.shape.roles.element.options
  const valid = { ...INVITED, roles: [role] }
  testBounds(invitationSchema, valid, [
    ['username', ['a', '0_-', text(40)], ['', '-a', '_a', text(41), 'a.b', 'a@b', 'é', undefined]],
    ['email', ['a@example.com'], ['a', '', undefined]],
    ['fullname', ['x', text(100)], ['', text(101)]],
    ['plan', ['full', 'lite'], ['free', undefined]],
    ['roles', [[role]], [[], ['operator'], undefined]],
  ])
  testKept(invitationSchema, valid, [['username', ' Angharad ', 'angharad']])
  test('has at most as many roles as exist', () => {
    const { options } = invitationSchema.shape.roles.element
    expect(invitationSchema.safeParse({ ...valid, roles: options }).success).toBe(true)
    expect(invitationSchema.safeParse({ ...valid, roles: [...options, role] }).success).toBe(false)
  })
  test('accepts a change without any field', () => expect(updateMember.body.parse({})).toEqual({}))
  testBounds(updateMember.body, {}, [
    ['plan', ['lite'], ['free']],
    ['roles', [[role]], [[], ['operator']]],
    ['is_disabled', [true, false], ['true']],
    ['username', [], ['other']],
  ])
  test.each([
    [' Angharad ', 'angharad'],
    ['ＡＮＧＨＡＲＡＤ', 'angharad'],
    ['angharad', 'angharad'],
  ])('a username typed as %j is %j', (typed, stored) => expect(foldUsername(typed)).toBe(stored))
})

describe('lists', () => {
  const query = listQuery(['name', 'code'])
  test('default to the first 25 rows, ascending by the first column', () => {
    expect(query.parse({})).toEqual({ start: 0, length: 25, orderBy: 'name', orderAsc: 'true' })
  })
  testKept(query, {}, [
    ['start', '7', 7],
    ['length', '100', 100],
  ])
  testBounds(query, {}, [
    ['start', [0, 1_000_000], [-1, 1_000_001, 0.5, 'x']],
    ['length', [1, 100], [0, 101, 0.5]],
    ['orderBy', ['name', 'code'], ['id']],
    ['orderAsc', ['true', 'false'], [true, 'yes']],
  ])
  test('of the audit log are newest first', () => {
    expect(listAuditEvents.query.parse({})).toMatchObject({ orderBy: 'number', orderAsc: 'false' })
  })
  testBounds(listAuditEvents.query, {}, [
    ['event', [text(60)], [text(61)]],
    ['user_id', [ID], ['me']],
    ['subject', [text(100)], [text(101)]],
    ['dateFrom', ['2026-11-23'], ['23.11.2026']],
    ['dateTo', ['2026-11-23'], ['2026-11-31']],
  ])
})
