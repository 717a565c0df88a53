import { authUserSchema } from '@postroom/contract/auth'
import { expect, it } from 'vitest'
import { USER } from '../testing/a-user.ts'
import { authUserIn } from './auth-user.ts'

it.each([
  USER,
  { ...USER, plan: 'lite', refresh_token: '' },
  { ...USER, later: 'a field that a newer server adds' },
  ...Object.keys(USER).flatMap((name) => [
    { ...USER, [name]: undefined },
    { ...USER, [name]: null },
    { ...USER, [name]: {} },
    { ...USER, [name]: true },
  ]),
  { ...USER, id: 'demo' },
  { ...USER, expires_in: 7200.5 },
  { ...USER, expires_in: '7200' },
  { ...USER, expires_at: 'soon' },
  { ...USER, plan: 'golden' },
  [USER],
  null,
  'words',
])('takes what the contract takes: %j', (user) => {
  const json = JSON.stringify(user)
  expect(authUserIn(json)).toEqual(authUserSchema.safeParse(JSON.parse(json)).data)
})

it.each(['', '<html>'])('refuses %j', (text) => expect(authUserIn(text)).toBeUndefined())
