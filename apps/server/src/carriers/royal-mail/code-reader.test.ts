import fs from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, expect, it } from 'vitest'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'
import { codesOn } from './code-reader.ts'

// without this copy the encoder would download it
beforeAll(() => {
  const wasm = fs.readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
})

async function pictureOf(text: string, format: 'DataMatrix' | 'Code128' | 'QRCode' | 'Code39') {
  const { image } = await writeBarcode(text, { format, scale: 4 })
  return new Uint8Array(await image!.arrayBuffer())
}

it.each(['DataMatrix', 'Code128', 'QRCode'] as const)('a code of the kind %s is read', async (format) => {
  expect(await codesOn(await pictureOf('TT021354698GB', format))).toEqual(['TT021354698GB'])
})

it('no code of another kind is read, and no code on a picture without one', async () => {
  expect(await codesOn(await pictureOf('TT021354698GB', 'Code39'))).toEqual([])
})

it('what is no picture cannot be read', async () => {
  await expect(codesOn(Buffer.from('no picture'))).rejects.toThrow()
})
