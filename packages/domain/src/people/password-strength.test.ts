import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

const OWNER = ['angharad', 'Angharad Kendall', 'a.kendall@example.com', 'Llewellyn Bindery Ltd']

test.each([
  ['Password2026!', 'easy'],
  ['aaaaaaaaaaaaaaaaaaaa', 'easy'],
  ['kendall-1987', 'easy'],
  ['LlewellynBindery', 'easy'],
  ['x8#Kd!vq', 'fair'],
  ['80427196350718', 'fair'],
  // two known words of eight letters are only four characters more
  ['sunshine-football-xkqv', 'fair'],
  ['x8#Kd!vq-pW2', 'fair'],
  ['xy#Kd!vq-pWz', 'strong'],
  ['été à la plage', 'strong'],
  ['kettle-harbour-91-moss', 'very_strong'],
  ['correct horse battery staple', 'very_strong'],
])('%s is %s', (password, strength) => {
  expect(passwordStrength(password, OWNER)).toBe(strength)
})

test.each([
  // rule                                                password             of whom              strength
  ['three different characters', 'xqzxqzxqzxqz', [], 'easy'],
  ['four different characters', 'xqzvxqzvxqzv', [], 'strong'],
  ['a name of four letters', 'gwen-1987', ['Gwen'], 'easy'],
  ['a name of three letters, which is in too many words', 'guy-19871', ['Guy'], 'fair'],
  ['three letters beside a name', 'kendall-qxv9', ['Kendall'], 'easy'],
  ['four letters beside a name', 'kendall-qxvz', ['Kendall'], 'fair'],
  ['the longest of two names that begin alike', 'kendallson-qx', ['Kendall', 'Kendallson'], 'easy'],
  ['signs and digits for letters: 5 3 @ 0 1', '53@50n1ng', ['seasoning'], 'easy'],
  ['signs and digits for letters: 7 4 ! $', '74!l!$7', ['tailist'], 'easy'],
  ['11 characters', 'xy#Kd!vq-pW', [], 'fair'],
  ['12 characters', 'xy#Kd!vq-pWz', [], 'strong'],
  ['15 characters', 'xy#Kd!vq-pWz#kq', [], 'strong'],
  ['16 characters', 'xy#Kd!vq-pWz#kqv', [], 'very_strong'],
  ['10 characters and a known word', 'xy#Kd!vq-psunshine', [], 'strong'],
  ['9 characters and a known word', 'xy#Kd!vq-sunshine', [], 'fair'],
  ['8 characters and 8 digits', 'xy#Kd!vq80427196', [], 'strong'],
  ['8 characters and 7 digits', 'xy#Kd!vq8042719', [], 'fair'],
])('%s: %s', (_rule, password, context, strength) => {
  expect(passwordStrength(password, context)).toBe(strength)
})
