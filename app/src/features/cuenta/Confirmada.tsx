export function Confirmada() {
  return <h1>Confirmada</h1>
}
