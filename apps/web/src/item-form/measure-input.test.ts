import { describe, expect, it } from 'vitest'
import { centimetresFromText, penceFromText, weightFromText } from './measure-input.ts'

const G = (value: number) => ({ value, units: 'G' })
const KG = (value: number) => ({ value, units: 'KG' })

describe('reads a typed weight', () => {
  it.each([
    ['250', G(250)],
    ['250g', G(250)],
    [' 250 G ', G(250)],
    ['1.2kg', KG(1.2)],
    ['1,2 kg', KG(1.2)],
    ['1,240', G(1240)],
    ['1 240 g', G(1240)],
    ['1.240 g', G(1240)],
    ['1,240 kg', KG(1.24)],
    ['12.5 g', G(12.5)],
    ['2lb', { value: 2, units: 'LB' }],
    ['', undefined],
    ['0', undefined],
    ['-5', undefined],
    ['kg', undefined],
    ['2 stone', undefined],
    ['1e9', undefined],
    ['1.2.3', undefined],
    ['constructor', undefined],
    ['5 constructor', undefined],
  ])('%j', (text, weight) => expect(weightFromText(text)).toEqual(weight))
})

describe('reads a length in centimetres', () => {
  it.each([
    ['30', 30],
    ['35,3 cm', 35.3],
    ['353mm', 35.3],
    ['12in', 30.5],
    ['0', undefined],
    ['wide', undefined],
    ['30 kg', undefined],
  ])('%j', (text, centimetres) => expect(centimetresFromText(text)).toBe(centimetres))
})

describe('reads an amount in whole pence, without floating-point rounding', () => {
  it.each([
    ['1.85', 185],
    ['£1.85', 185],
    ['1,85 £', 185],
    ['3', 300],
    ['0.1', 10],
    ['1.855', undefined],
    ['', undefined],
    ['many', undefined],
  ])('%j', (text, pence) => expect(penceFromText(text)).toBe(pence))
})
