import type { CustomsItem } from '@postroom/domain/customs/customs'
import type { Caption, CustomsFormContent } from './customs-form.ts'
import type { SizeRange } from '../pdf/fit-text.ts'
import type { NumberedItem } from '../label/label-content.ts'

/** Position from the corner of the form, and size, in millimetres. */
export type Area = readonly [left: number, top: number, width: number, height: number]

/** A field of the form: its caption and its content. */
export interface FormCell {
  area: Area
  caption: Caption
  filled?: (content: CustomsFormContent, item: NumberedItem) => readonly string[]
  bold?: true
}

/** A column of the list of customs items. */
export interface FormColumn {
  caption: Caption
  width_mm: number
  filled: (item: CustomsItem) => string
  right?: true
}

/** A customs form or invoice as a table of fields. When a post revises its form, only this table changes. */
export interface FormTemplate {
  name: 'CN 22' | 'CN 23' | 'Invoice'
  title: Caption
  /** The notice that customs may open the item. */
  opening?: Caption
  width_mm: number
  height_mm: number
  /** Its corner on the sheet, in millimetres. */
  corner: readonly [left: number, top: number]
  /** Everything is drawn inside this area. */
  frame: Area
  header: Area
  barcode?: Area
  categories?: { area: Area; columns: number; caption: Caption }
  /** The list of customs items with its head. */
  contents: { area: Area; head_mm: number; columns: readonly FormColumn[]; sizes: SizeRange }
  cells: readonly FormCell[]
  /** Size of captions, in points; `sizes` are those of the content. */
  caption_pt: number
  /** Space between the frame of a field and its text, in points. */
  padding_pt: number
  sizes: SizeRange
  /** Where to put the form on the item; printed below it. A form without advice is a whole sheet and is not cut out. */
  advice?: Caption
}
