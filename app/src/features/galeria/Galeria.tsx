export function Galeria() {
  return <h1>Galeria</h1>
}
