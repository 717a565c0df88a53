/** What every screen is held to: WCAG 2.2 AA and what axe knows to be good practice. */
export const AXE_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
