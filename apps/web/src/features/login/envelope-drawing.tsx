import css from './envelope-drawing.module.css'

/** A stamped and postmarked envelope: the picture of the product. */
export function EnvelopeDrawing() {
  return (
    <svg className={css.drawing} viewBox="21 19 374 230" aria-hidden="true" fill="none">
      <rect className={css.shade} x="34" y="30" width="360" height="218" rx="10" />
      <rect className={css.paper} x="22" y="20" width="360" height="218" rx="10" />
      <path className={css.address} d="M136 154h128M136 173h104M136 192h116M136 211h58" />
      <g className={css.stamp}>
        <rect x="288" y="42" width="70" height="84" rx="2" />
        <rect className={css.perforation} x="288" y="42" width="70" height="84" />
        <text x="323" y="98" textAnchor="middle">
          P
        </text>
      </g>
      <g className={css.postmark}>
        <circle cx="262" cy="92" r="40" />
        <circle cx="262" cy="92" r="29" />
        <path d="M60 76c16-9 26 9 42 0s26 9 42 0 26 9 42 0 22 6 32 2M60 92c16-9 26 9 42 0s26 9 42 0 26 9 42 0 22 6 32 2M60 108c16-9 26 9 42 0s26 9 42 0 26 9 42 0 22 6 32 2" />
        <path d="M246 86h32M246 98h32" />
      </g>
    </svg>
  )
}
