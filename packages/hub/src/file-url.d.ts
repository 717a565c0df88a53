/** Vite's address of a file that is served as it is. */
declare module '*?url' {
  const url: string
  export default url
}
