/** Every method and path below the API in the router's printed tree (`printRoutes({ commonPrefix: false })`). */
export function routesIn(tree: string): string[] {
  const parts: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?/.exec(line) ?? []
    parts.splice(indent.length / 4, Infinity, part)
    const served = methods.split(', ').filter((method) => !['', 'HEAD', 'OPTIONS'].includes(method))
    return parts.join('').startsWith('/api/') ? served.map((method) => `${method} ${parts.join('')}`) : []
  })
}
