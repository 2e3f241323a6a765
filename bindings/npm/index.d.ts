/**
 * Exact distances and optimal paths for sliding-tile puzzles.
 *
 * The functions are the endpoints of `pdb-solve serve`, with the same arguments and answers. Each one blocks until it
 * has an answer, so a page should call them in a worker.
 */
import type { components } from "./openapi.js";

type Schemas = components["schemas"];

export type Answer = Schemas["Answer"];
export type Converted = Schemas["Converted"];
export type Histogram = Schemas["Histogram"];
export type Position = Schemas["Position"];
export type Sample = Schemas["Sample"];
export type Solutions = Schemas["Solutions"];
export type Tables = Schemas["Tables"];
export type Verdict = Schemas["Verdict"];

/** The functions. They throw a {@link TilebaseError} if the arguments are wrong. */
export interface Tilebase {
  /** The distance of a board, and the effect of each move. */
  position(given: Schemas["PositionArguments"]): Position;
  /** A shortest path, using the fastest method available. */
  solve(given: Schemas["SolveArguments"]): Answer;
  /** All shortest paths. */
  solutions(given: Schemas["SolutionsArguments"]): Solutions;
  /** The result, statistics, and trace of a search with a given algorithm. */
  search(given: Schemas["SearchArguments"]): Answer;
  /** Whether an answer is right: moves, boards, a length, or all that a program printed. */
  check(given: Schemas["CheckArguments"]): Verdict;
  /** Random boards. */
  sample(given?: Schemas["SampleArguments"]): Sample;
  /** The number of boards at each distance. */
  histogram(given?: Schemas["HistogramArguments"]): Histogram;
  /** The shapes with full tables. */
  tables(): Tables;
  /** A board or moves in another notation. */
  convert(given: Schemas["ConvertArguments"]): Converted;
}

/** A request that was refused. */
export class TilebaseError extends Error {
  /** The reason, as a word. */
  readonly code: Schemas["Code"];
  /** What to do about it. */
  readonly help: string;
}

/**
 * Loads the WebAssembly module.
 *
 * @param source The address, the bytes, or the compiled module; by default, `tilebase.wasm` of this package.
 */
export function load(source?: URL | BufferSource | WebAssembly.Module): Promise<Tilebase>;
