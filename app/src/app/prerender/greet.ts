import { LARGO, nombreOf } from '../../lib/cuenta/nombre.ts'
import { storedSession } from '../../lib/session/sessionStorage.ts'
import { saludo } from '../../lib/time/fechas.ts'

/* Runs right below the prerendered Home, before it is seen: says what only her device knows. The app says the same (`features/inicio/Inicio.tsx`). */

const [hola, nombre] = ['[data-saludo]', '[data-nombre]'].map((name) =>
  document.querySelector<HTMLElement>(`#prerendered ${name}`),
)
if (hola && nombre) {
  hola.textContent = `${saludo(new Date().getHours())},`
  nombre.textContent = nombreOf(null, storedSession()?.user.user_metadata)
  nombre.toggleAttribute('data-largo', nombre.textContent.length > LARGO)
}
