import { expect, it } from 'vitest'
import { aPicture } from '../testing/a-picture.ts'
import { pictureIn } from './picture.ts'

it.each([
  [192, 384, { width: 96, height: 192, width_mm: 25, height_mm: 51 }],
  [1587, 2245, { width: 794, height: 1123, width_mm: 210, height_mm: 297 }],
])('a picture of %i by %i dots is measured on screen and on paper', async (width, height, sizes) => {
  const file = new Blob([aPicture({ width, height }), 'what the picture shows'])
  expect(await pictureIn(file)).toEqual({ file, ...sizes })
})

it('a file that is too short is no picture', async () => {
  await expect(pictureIn(new Blob([aPicture({ width: 1, height: 1 }).slice(0, 23)]))).rejects.toThrow(RangeError)
})
