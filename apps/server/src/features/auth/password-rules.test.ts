import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { isEasyToGuess } from './password-rules.ts'

const OWNER = ['angharad', 'Angharad Kendall', 'a.kendall@example.com', 'Llewellyn Bindery Ltd']

test.each([
  // password                     easy?
  ['12345678', true],
  ['87654321', true],
  ['aaaaaaaaaaaa', true],
  ['abababab', true],
  ['password', true],
  ['Password2026!', true],
  ['p@$$w0rd', true],
  ['motdepasse1', true],
  ['qwerty123456', true],
  ['sunshine-monkey', true],
  ['royalmail2026', true],
  ['jonathan', true],
  ['Mercedes', true],
  ['AngharadKendall', true],
  ['kendall-1987', true],
  ['Llewellyn!!', true],
  ['correct horse battery staple', false],
  ['tin bath on Tuesdays', false],
  ['x8#Kd!vq', false],
  ['été à la plage', false],
  ['        🕊🌊🌋🍀🎲', false],
  ['Бумажный голубь', false],
  ['80427196350718', false],
])('%s', async (password, easy) => {
  expect(await isEasyToGuess(password, OWNER)).toBe(easy)
})

test('the three thousand passwords that are leaked most', async () => {
  const most = dictionary['passwords-common'].slice(0, 3000)
  expect(most).toContain('trustno1')
  for (const password of most) expect(await isEasyToGuess(password, []), password).toBe(true)
})
