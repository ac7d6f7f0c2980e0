export function EnlaceVencido() {
  return <h1>EnlaceVencido</h1>
}
