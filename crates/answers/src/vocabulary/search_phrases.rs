//! Phrases saying that a search has found no path, in lower case and without accents. Bars separate
//! phrases.

/// Phrases about a search that has ended without a path. An abandoned search proves nothing, so
/// these count only if the line does not say that it continues or was stopped.
pub(super) const ABOUT_SEARCH: &[&str] = &[
    "cannot solve|can't solve|can not solve|could not solve|couldn't solve|did not solve",
    "didn't solve|unable to solve|failed to solve|unable to reach the goal",
    "failed to reach the goal|could not reach the goal|couldn't reach the goal",
    "never reached the goal|goal not found|goal was not found|goal wasn't found",
    "goal state not found|goal state was not found|goal not reached|goal was not reached",
    "goal state not reached|solution not found|solution was not found|solution wasn't found",
    "solution is not found|solution has not been found|solution could not be found",
    "solution couldn't be found|solution can not be found|solution cannot be found",
    "solution can't be found|path not found|path was not found|path wasn't found",
    "path could not be found|path couldn't be found|path cannot be found|path can't be found",
    "no path found|no path was found|no path could be found|no path can be found|no path available",
    "no valid path|no sequence of moves",
    // Spanish, Portuguese
    "solucion no encontrada|no se encontro soluci|no se encontro una soluci",
    "no se encontro la soluci|no se ha encontrado soluci|no se ha encontrado una soluci",
    "no se pudo resolver|no se pudo encontrar|no fue posible resolver|camino no encontrado",
    "solucao nao encontrada|solucao nao foi encontrada|nao encontrou solu|nao foi encontrada solu",
    "nao foi encontrada uma solu|nao foi possivel resolver|nao foi possivel encontrar",
    "nao e possivel resolver|caminho nao encontrado",
    // French, German, Italian, Romanian
    "solution non trouvee|solution introuvable|pas trouve de solution|pas trouve la solution",
    "losung nicht gefunden|loesung nicht gefunden|kein weg gefunden|kein pfad gefunden",
    "soluzione non trovata|non e stato possibile risolvere|non e possibile risolvere",
    "nu s-a gasit solut|nu s-a gasit o solut|solutie negasita",
    // Polish, Czech, Slovak
    "nie znaleziono rozwi|reseni nenalezeno|reseni nebylo nalezeno|nenalezeno reseni",
    "riesenie sa nenaslo|riesenie nebolo najdene|riesenie nenajdene|nenaslo sa riesenie",
    // Swedish, Norwegian, Danish, Dutch
    "losning hittades inte|losningen hittades inte|losning ikke funnet|losning ikke fundet",
    "oplossing niet gevonden|geen pad gevonden",
    // Hungarian, Turkish
    "nem talalhato megold|megoldas nem talalhato|cozum bulunamadi|cozulemedi",
    // Russian, Ukrainian, Bulgarian, Greek
    "решение не найдено|решении не найдено|путь не найден|розв'язок не знайдено",
    "рішення не знайдено|решение не е намерено|δεν βρεθηκε λυση",
    // Vietnamese, Indonesian
    "khong tim thay loi giai|khong tim duoc loi giai|khong tim thay duong|solusi tidak ditemukan",
    "tidak ditemukan solusi",
    // Chinese, Japanese, Korean
    "找不到解|未找到解|没有找到解|未找到路径|解が見つかりません|解は見つかりません|解が見つからない|해를 찾을 수 없|해를 찾지 못|경로를 찾을 수 없",
];

/// The beginnings of "unable to find a solution". A few words and an object must follow.
pub(super) const NOT_FINDING: &[&str] = &[
    "unable to find|failed to find|not able to find|could not find|couldn't find|cannot find",
    "can't find|can not find|did not find|didn't find",
];
