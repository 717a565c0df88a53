import { PACKAGING_CODES, type PackagingCode } from '@postroom/domain/catalogue/packaging'
import { SERVICE_CODES, type ServiceCode } from '@postroom/domain/catalogue/services'
import * as z from 'zod'
import { useUserData } from '../session/user-data.ts'
import { scopeOf } from './destination.ts'

const KEY = 'last_used'
const service = z.enum(SERVICE_CODES).optional()
const lastUsedSchema = z.object({
  packaging: z.enum(PACKAGING_CODES),
  /** At home and abroad, which have different services. */
  services: z.object({ uk: service, abroad: service }),
  /** The country where the goods were made. */
  origin: z.string().optional(),
})

/** What this user sent last, as a suggestion for the next item: the server keeps it, so that it is the same at every computer. */
export function useLastUsed(country: string) {
  const { data, change } = useUserData(KEY, lastUsedSchema, true)
  return {
    packaging: data?.packaging,
    service: data?.services[scopeOf(country)],
    keep: (sent: { packaging: PackagingCode; service: ServiceCode; country: string; origin?: string | undefined }) =>
      void change((before) => ({
        packaging: sent.packaging,
        services: { ...before?.services, [scopeOf(sent.country)]: sent.service },
        origin: sent.origin || before?.origin,
      })),
  }
}

/** The country where the goods sent last were made, as the first one offered for the next. */
export const useLastOrigin = (): string | undefined => useUserData(KEY, lastUsedSchema, true).data?.origin
