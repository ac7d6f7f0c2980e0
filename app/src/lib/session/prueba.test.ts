import { expect, it } from 'vitest'
import { ServiceError } from '../api/errors.ts'
import { currentPeticion, PruebaCancelada, withPrueba } from './prueba.ts'

/** An action that is refused until she has given a proof. */
function guarded() {
  const state = { proven: false }
  const action = async () => {
    if (!state.proven) throw new ServiceError('', 'reauthentication_needed', 400)
    return 'done'
  }
  return { state, action }
}

/** The question, once it is asked. */
const question = (after = 0) =>
  expect
    .poll(() => currentPeticion()?.id ?? 0)
    .toBeGreaterThan(after)
    .then(() => currentPeticion()!)

it('a second question closes the first, and is asked itself', async () => {
  const [one, other] = [guarded(), guarded()]
  const first = withPrueba(one.action).catch((failure: unknown) => failure)
  const { id } = await question()
  const second = withPrueba(other.action)
  const asked = await question(id)
  expect(await Promise.race([first, new Promise((resolve) => setTimeout(resolve, 1_000))])).toBeInstanceOf(
    PruebaCancelada,
  )
  expect(currentPeticion(), 'the first took nothing of the second along').toBe(asked)
  other.state.proven = true
  asked.answer(true)
  expect(await second).toBe('done')
  expect(currentPeticion()).toBeNull()
})
