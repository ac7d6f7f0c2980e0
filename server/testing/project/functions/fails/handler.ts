export const createHandler = () => async () => {
  throw new Error('a secret detail')
}
