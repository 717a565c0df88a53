import type { CustomsItem } from '@postroom/domain/customs/customs'
import type { Caption, CustomsFormContent } from './customs-form.ts'
import type { SizeRange } from '../pdf/fit-text.ts'
import type { NumberedItem } from '../label/label-content.ts'

/** Left, top, width and height in millimetres from the corner of the form. */
export type Area = readonly [left: number, top: number, width: number, height: number]

/** A field of the form: its caption, and what stands in it. */
export interface FormCell {
  area: Area
  caption: Caption
  filled?: (content: CustomsFormContent, item: NumberedItem) => readonly string[]
  bold?: true
}

/** A column of the list of contents. */
export interface FormColumn {
  caption: Caption
  width_mm: number
  filled: (item: CustomsItem) => string
  right?: true
}

/** A customs form or invoice as a table of fields. The posts revise their forms; then only this table changes. */
export interface FormTemplate {
  name: 'CN 22' | 'CN 23' | 'Invoice'
  title: Caption
  /** The right of the post to open the item. */
  opening?: Caption
  width_mm: number
  height_mm: number
  /** Where its corner lies on the sheet, in millimetres. */
  corner: readonly [left: number, top: number]
  /** All that is drawn lies inside. */
  frame: Area
  header: Area
  barcode?: Area
  categories?: { area: Area; columns: number; caption: Caption }
  /** The list of contents with its head. */
  contents: { area: Area; head_mm: number; columns: readonly FormColumn[]; sizes: SizeRange }
  cells: readonly FormCell[]
  /** Sizes of captions and of what is filled in, in points. */
  caption_pt: number
  /** Space between the line of a field and its text, in points. */
  padding_pt: number
  sizes: SizeRange
  /** Where the form belongs on the item; stands below it. A form without it is a whole sheet and is not cut out. */
  advice?: Caption
}
