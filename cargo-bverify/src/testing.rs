//! An engine for the tests of scheduling and sessions: it reads nothing, and each function does what
//! its name says.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use lowering::diag::Diagnostic;
use lowering::front::{
    AdtInfo, ClauseId, Contract, Front, FunctionInfo, Invariant, Lang, ParamBounds, Read,
    Signature, Stop,
};
use lowering::ids::Id as _;
use lowering::ir::CheckBounds;
use lowering::span::{Origin, SourceFile, SourceMap, Span};
use lowering::thir::Body;
use lowering::ty::{DefId, FnRef, Ty};

use crate::engine::{Checked, Engine, Refused};
use crate::options::CheckOptions;
use crate::project::{Crate, PackageIdentity};
use crate::report::{Completeness, Outcome, SolverStats, Undecided, Verdict};

/// Checks functions by their names: `crash` panics, `stubborn` ignores the flag, `slow` obeys it,
/// all others are verified after a moment that shrinks with their position, so that they end out of
/// order.
#[derive(Default)]
pub struct ByName {
    /// The functions; those that start with `_` carry no contract.
    pub functions: Vec<&'static str>,
    /// How often a crate was read.
    pub loads: AtomicUsize,
}

impl ByName {
    pub fn of(functions: &[&'static str]) -> Self {
        Self {
            functions: functions.to_vec(),
            loads: AtomicUsize::new(0),
        }
    }
}

impl Engine for ByName {
    fn load(&self, unit: &Crate) -> Result<Box<dyn Front>, Refused> {
        self.loads.fetch_add(1, Ordering::Relaxed);
        let mut sources = SourceMap::default();
        let file = sources.add(SourceFile::new(
            unit.identity.src_path.to_string(),
            self.functions.join("\n"),
            Origin::User,
        ));
        let span = Span {
            file,
            start: 0,
            end: 1,
        };
        if self.functions.contains(&"malformed") {
            let diagnostics = vec![Diagnostic::error("BV0102", span, "this does not parse")];
            return Err(Refused {
                diagnostics,
                sources,
            });
        }
        let functions = self.functions.iter().enumerate();
        let functions = functions.map(|(index, name)| FunctionInfo {
            def: DefId::from_index(index),
            path: (*name).to_owned(),
            span,
            checked: !name.starts_with('_'),
            why: "its name says so",
        });
        Ok(Box::new(Names {
            functions: functions.collect(),
            sources,
        }))
    }

    fn lower(&self, _: &dyn Front, function: &FunctionInfo) -> Read<()> {
        assert_ne!(function.path, "crash", "as the name says");
        Ok(())
    }

    fn check(
        &self,
        _: &dyn Front,
        function: &FunctionInfo,
        options: &CheckOptions,
        stop: &Arc<AtomicBool>,
    ) -> Checked {
        let verdict = match function.path.as_str() {
            "crash" => panic!("as the name says"),
            "stubborn" => loop {
                std::thread::sleep(Duration::from_millis(10));
            },
            "slow" => {
                while !stop.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Verdict::Undecided(Undecided::Limit("stopped".into()))
            }
            _ => {
                let rest = self.functions.len() - function.def.index();
                std::thread::sleep(Duration::from_millis(3 * rest as u64));
                Verdict::Verified(Completeness::Complete)
            }
        };
        Checked {
            bounds: options.bounds(&CheckBounds::default()),
            solver: SolverStats::default(),
            obligations: Vec::new(),
            emitted: Vec::new(),
            witness: None,
            coverage: None,
            followed: Vec::new(),
            lawful: Vec::new(),
            outcome: Outcome::Judged(verdict),
        }
    }

    fn solvers(&self) -> Vec<&'static str> {
        vec!["batsat"]
    }

    fn knows_solver(&self, name: &str) -> bool {
        name == "batsat"
    }
}

pub fn unit() -> Crate {
    Crate {
        identity: PackageIdentity {
            name: "sample".into(),
            version: None,
            id: "sample".into(),
            manifest_path: "Cargo.toml".into(),
            target_name: "sample".into(),
            target_kind: "lib".into(),
            src_path: "src/lib.rs".into(),
            edition: "2024".into(),
        },
        base: ".".into(),
        features: Vec::new(),
        cfgs: Vec::new(),
        dependencies: Vec::new(),
        libraries: Vec::new(),
        linked: Vec::new(),
    }
}

pub fn options(timeout: Duration) -> CheckOptions {
    CheckOptions {
        semantics: lowering::lower::Semantics::default(),
        scope: 4,
        int_bits: None,
        unroll: None,
        timeout,
        force_bounds: false,
        solver: None,
        seed: 0,
        emit: Vec::new(),
        counterexamples: 1,
        all_obligations: false,
        witness: false,
        coverage: false,
        states: false,
        replay: false,
        all: false,
    }
}

/// A crate of which nothing but the names of its functions is known.
struct Names {
    functions: Vec<FunctionInfo>,
    sources: SourceMap,
}

fn nothing<T>() -> Read<T> {
    Err(Stop::Unsupported(Vec::new()))
}

impl Front for Names {
    fn sources(&self) -> &SourceMap {
        &self.sources
    }
    fn functions(&self) -> Vec<FunctionInfo> {
        self.functions.clone()
    }
    fn path(&self, def: DefId) -> String {
        self.functions[def.index()].path.clone()
    }
    fn span(&self, def: DefId) -> Span {
        self.functions[def.index()].span
    }
    fn identity(&self, def: DefId) -> FnRef {
        FnRef {
            def,
            args: Vec::new(),
        }
    }
    fn shares_values_of(&self, ty: &Ty) -> Ty {
        ty.clone()
    }
    fn const_params(&self, _: DefId) -> Read<Vec<lowering::front::ConstParam>> {
        Ok(Vec::new())
    }
    fn bounds_of(&self, _: &Ty) -> ParamBounds {
        ParamBounds::default()
    }
    fn signature(&self, _: &FnRef) -> Read<Signature> {
        nothing()
    }
    fn body(&self, _: &FnRef) -> Read<Rc<Body>> {
        nothing()
    }
    fn constant(&self, _: &FnRef) -> Read<Rc<Body>> {
        nothing()
    }
    fn contract(&self, _: DefId) -> Read<Rc<Contract>> {
        nothing()
    }
    fn clause(&self, _: &FnRef, _: ClauseId) -> Read<Rc<Body>> {
        nothing()
    }
    fn trees(&self, _: &[Ty]) -> Read<Vec<Invariant>> {
        Ok(Vec::new())
    }
    fn invariants(&self, _: &Ty) -> Read<Vec<Invariant>> {
        nothing()
    }
    fn adt(&self, _: DefId, _: &[Ty]) -> Read<Rc<AdtInfo>> {
        nothing()
    }
    fn lang(&self, _: DefId) -> Option<Lang> {
        None
    }
    fn intrinsic(&self, _: DefId) -> Option<&str> {
        None
    }
    fn writes_shared(&self, _: DefId) -> bool {
        false
    }
    fn implementors(&self, _: &Ty) -> Rc<lowering::front::Implementors> {
        Rc::default()
    }
    fn closure_owner(&self, _: lowering::ty::ClosureId) -> Option<FnRef> {
        None
    }
    fn method_for(&self, _: &FnRef) -> Read<FnRef> {
        nothing()
    }
    fn lang_fn(&self, _: &str, _: &[Ty]) -> Option<FnRef> {
        None
    }
    fn float_bits(&self, _: u32) -> Option<Ty> {
        None
    }
    fn size_and_align(&self, _: &Ty) -> Option<(u64, u64)> {
        None
    }

    fn is_copy(&self, _: &Ty) -> bool {
        true
    }
    fn is_hashed_as_compared(&self, _: &Ty, _: &Ty) -> bool {
        true
    }
    fn with_boxes(&self, _: DefId) -> Option<FnRef> {
        None
    }
    fn formats_by_hand(&self, _: &Ty, _: Option<&str>) -> lowering::front::ByHand {
        lowering::front::ByHand::No
    }
    fn drop_impl(&self, _: &Ty) -> Option<FnRef> {
        None
    }
}
