//! Phrases saying that the goal cannot be reached, in lower case and without accents.
//!
//! A phrase may be a part of a word: `PuzzleUnsolvableException`. Bars separate phrases.

/// Phrases about the board. `not be solved` matches "cannot be solved", "could not be solved", and
/// "can not be solved".
pub(super) const ABOUT_BOARD: &[&str] = &[
    "unsolvable|unsolveable|insolvable|insoluble|infeasible|impossible|unreachable|not solvable",
    "not solveable|n't solvable|not reachable|not be solved|n't be solved|never be solved",
    "not possible to solve|not be reached|n't be reached|never be reached|cannot reach|can't reach",
    "no solution|no possible solution|no valid solution|no feasible solution|no path exist",
    "no path to the goal|no path to goal|no path from|has no path|no way to solve|no way to reach",
    "does not have a solution|doesn't have a solution|does not have any solution",
    "doesn't have any solution|solution does not exist|solution doesn't exist",
    "solution do not exist|path does not exist|path doesn't exist|solution is not possible",
    "solution not possible",
    // Spanish
    "no tiene soluci|sin soluci|no hay soluci|no hay ninguna soluci|no existe soluci",
    "no existe una soluci|no existe ninguna soluci|no puede resolverse|no se puede resolver",
    "no tiene resoluci|irresoluble|no es resoluble|no es solucionable|ninguna soluci|imposible",
    // Portuguese
    "nao tem solu|nao ha solu|nao existe solu|nao existe uma solu|nao possui solu|nao ha caminho",
    "sem solu|nenhuma solu|insoluvel|nao e soluvel|nao solucionavel|nao e solucionavel",
    "nao pode ser resolvid|nao pode ser solucionad|impossivel",
    // French
    "pas de solution|aucune solution|sans solution|pas soluble|pas solvable|pas resoluble",
    "non soluble|non solvable|pas etre resolu|irresoluble|aucun chemin",
    // German
    "unlosbar|unloesbar|nicht losbar|nicht loesbar|keine losung|keine loesung|nicht gelost werden",
    "nicht geloest werden|losung existiert nicht|loesung existiert nicht|unmoglich|unmoeglich",
    // Italian
    "nessuna soluzione|non ha soluzion|non ha una soluzion|non esiste soluzion",
    "non esiste una soluzion|non esiste alcuna soluzion|non ci sono soluzion|non c'e soluzion",
    "senza soluzion|irrisolvibile|non risolvibile|non e risolvibile|insolubile",
    "non puo essere risolt|impossibile",
    // Romanian
    "nu exista solut|nu are solut|fara solut|nicio solut|nu se poate rezolva|nu poate fi rezolvat",
    "nerezolvabil|imposibil",
    // Polish
    "brak rozwi|nie ma rozwi|nie istnieje rozwi|rozwiazanie nie istnieje|nierozwiazywaln",
    "nie posiada rozwi|nie da sie rozwi|nie mozna rozwi|niemozliw",
    // Czech and Slovak
    "reseni neexistuje|neexistuje reseni|neexistuje zadne reseni|nema reseni|bez reseni",
    "zadne reseni|neresiteln|nelze vyresit|riesenie neexistuje|neexistuje riesenie",
    "neexistuje ziadne riesenie|nema riesenie|bez riesenia|ziadne riesenie|neriesiteln",
    "nie je riesiteln|neda vyriesit",
    // Croatian and Serbian
    "nema rjesenja|nema resenja|nerjesiv|neresiv",
    // Swedish, Norwegian, Danish, Finnish
    "ingen losning|saknar losning|olosbar|olosligt|kan inte losas|kan ikke loses|uloselig|ulosbar",
    "ei ratkaisua|ei ole ratkaisua|mahdoton",
    // Dutch
    "geen oplossing|onoplosbaar|niet oplosbaar|niet worden opgelost|niet op te lossen|onmogelijk",
    // Hungarian
    "nincs megold|nem oldhato meg|nem megoldhato|megoldhatatlan|nem letezik megold",
    // Turkish
    "cozulemez|cozum yok|cozumu yok|cozumsuz|imkansiz",
    // Russian, Ukrainian, Bulgarian
    "нет решени|решения нет|решении нет|не имеет решени|решения не существует|не существует решени",
    "нерешаем|неразрешим|невозможно решить|нельзя решить|не решается|невозможно собрать",
    "нельзя собрать|немає розв|немає рішен|не має розв|не має рішен|розв'язку немає",
    "розв'язку не існує|рішення немає|рішення не існує|неможливо розв|няма решение",
    // Greek
    "δεν υπαρχει λυση|δεν εχει λυση|δεν λυνεται|χωρισ λυση|αδυνατ",
    // Vietnamese, Indonesian
    "khong co loi giai|khong co nghiem|khong the giai|khong giai duoc|vo nghiem|tidak ada solusi",
    "tidak memiliki solusi|tidak punya solusi|tidak mempunyai solusi|tidak dapat diselesaikan",
    "tidak bisa diselesaikan|tidak dapat dipecahkan|mustahil",
    // Hindi, Arabic, Persian, Hebrew
    "कोई समाधान नहीं|कोई हल नहीं|हल नहीं|असंभव|لا يوجد حل|غير قابل للحل|مستحيل|حل پذیر نیست",
    "قابل حل نیست|راه حلی وجود ندارد|אין פתרון",
    // Chinese
    "无解|無解|没有解|沒有解|不存在解|不可解|无法求解|無法求解|无法解决|无法到达|無法到達|无法还原|不能还原|不可达|没有路径",
    // Japanese
    "解なし|解無し|解答なし|解がない|解がありません|解はありません|解は存在し|解が存在し|解けない|解けません|解くことができません|不可能",
    // Korean
    "해가 없|해가 존재하지 않|해 없음|해답이 없|해법이 없|풀 수 없|해결할 수 없|불가능",
];

/// Words and short sentences that mean "unsolvable" if they are the whole text, or the last line.
pub(super) const WHOLE: [&str; 26] = [
    "-1",
    "none",
    "null",
    "nil",
    "nothing",
    "n/a",
    "inf",
    "infinity",
    "infinite",
    "false",
    "no",
    "no path",
    "not found",
    "none found",
    "failure",
    "odd number of inversions",
    "number of inversions is odd",
    "the number of inversions is odd",
    "inversions are odd",
    "nao",
    "nein",
    "non",
    "nie",
    "нет",
    "ні",
    "否",
];
