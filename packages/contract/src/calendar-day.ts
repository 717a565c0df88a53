import { isCalendarDate } from '@postroom/domain/calendar'
import * as z from 'zod'
import { fieldCode } from './field-errors.ts'

/** A day of the calendar, `yyyy-MM-dd`. */
export const calendarDay = z.string().refine(isCalendarDate, { params: fieldCode('invalid_date') })
