import type { Express } from 'express'
import { z } from 'zod'

/** What Express keeps of what was mounted: a route, or a router with a prefix. */
const Layer = z.object({
  rawPath: z.unknown(),
  route: z.object({ path: z.string(), methods: z.record(z.string(), z.boolean()) }).optional(),
  handle: z.unknown(),
})
const Stack = z.array(Layer)
const Router = z.custom<{ readonly stack: unknown }>((value) => typeof value === 'function' && 'stack' in value)

/**
 * Every route of an application as the table of calls writes it, such as `PUT /api/admin/bookings/{id}`, sorted. Methods
 * that are only told that they are not possible are not in it.
 */
export function routesOf(app: Express): string[] {
  return routesIn(app.router.stack, '').toSorted()
}

function routesIn(stack: unknown, prefix: string): string[] {
  return Stack.parse(stack).flatMap(({ rawPath, route, handle }) => {
    if (route !== undefined) {
      const path = (prefix + route.path).replaceAll(/:(\w+)/g, '{$1}')
      const methods = Object.keys(route.methods).filter((method) => method !== '_all')
      return methods.map((method) => `${method.toUpperCase()} ${path}`)
    }
    const router = Router.safeParse(handle)
    if (!router.success) return []
    return routesIn(router.data.stack, rawPath === '/' ? prefix : prefix + z.string().parse(rawPath))
  })
}
