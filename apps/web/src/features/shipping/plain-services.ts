import { isInPlan, servicesFor, type Plan } from '@postroom/domain/services'

/** Whether a plan can send without options: then only 1 and 2 apply (spec §5), which a Lite user cannot buy. */
export const hasPlainServices = (plan: Plan): boolean => servicesFor([]).some((service) => isInPlan(service, plan))
