export function Inicio() {
  return <h1>Inicio</h1>
}
