//! What a harness of Kani's exchanges (`#[kani::stub(original, replacement)]`): a front end in which the
//! original has the body and the contract of its replacement, wherever it is called.

use std::rc::Rc;

use crate::front::{
    AdtInfo, ClauseId, ConstParam, Contract, Front, FunctionInfo, Implementors, Invariant, Lang,
    ParamBounds, Read, Signature,
};
use crate::span::{SourceMap, Span};
use crate::thir::Body;
use crate::ty::{ClosureId, DefId, FnRef, Ty};

/// A front end with some functions exchanged.
pub(super) struct Stubbed<'f> {
    pub(super) front: &'f dyn Front,
    pub(super) stubs: Vec<(DefId, DefId)>,
}

impl Stubbed<'_> {
    fn def(&self, def: DefId) -> DefId {
        let stub = self.stubs.iter().find(|(original, _)| *original == def);
        stub.map_or(def, |(_, replacement)| *replacement)
    }

    fn function(&self, function: &FnRef) -> FnRef {
        FnRef {
            def: self.def(function.def),
            args: function.args.clone(),
        }
    }
}

impl Front for Stubbed<'_> {
    fn sources(&self) -> &SourceMap {
        self.front.sources()
    }
    fn functions(&self) -> Vec<FunctionInfo> {
        self.front.functions()
    }
    fn path(&self, def: DefId) -> String {
        self.front.path(self.def(def))
    }
    fn span(&self, def: DefId) -> Span {
        self.front.span(self.def(def))
    }
    fn identity(&self, def: DefId) -> FnRef {
        self.front.identity(def)
    }
    fn with_boxes(&self, def: DefId) -> Option<FnRef> {
        self.front.with_boxes(def)
    }
    fn const_params(&self, def: DefId) -> Read<Vec<ConstParam>> {
        self.front.const_params(def)
    }
    fn bounds_of(&self, ty: &Ty) -> ParamBounds {
        self.front.bounds_of(ty)
    }
    fn shares_values_of(&self, ty: &Ty) -> Ty {
        self.front.shares_values_of(ty)
    }
    fn signature(&self, function: &FnRef) -> Read<Signature> {
        self.front.signature(&self.function(function))
    }
    fn body(&self, function: &FnRef) -> Read<Rc<Body>> {
        self.front.body(&self.function(function))
    }
    fn constant(&self, constant: &FnRef) -> Read<Rc<Body>> {
        self.front.constant(constant)
    }
    fn contract(&self, def: DefId) -> Read<Rc<Contract>> {
        self.front.contract(self.def(def))
    }
    fn clause(&self, function: &FnRef, clause: ClauseId) -> Read<Rc<Body>> {
        self.front.clause(&self.function(function), clause)
    }
    fn invariants(&self, ty: &Ty) -> Read<Vec<Invariant>> {
        self.front.invariants(ty)
    }
    fn trees(&self, types: &[Ty]) -> Read<Vec<Invariant>> {
        self.front.trees(types)
    }
    fn adt(&self, def: DefId, args: &[Ty]) -> Read<Rc<AdtInfo>> {
        self.front.adt(def, args)
    }
    fn lang(&self, def: DefId) -> Option<Lang> {
        self.front.lang(def)
    }
    fn intrinsic(&self, def: DefId) -> Option<&str> {
        self.front.intrinsic(self.def(def))
    }
    fn writes_shared(&self, def: DefId) -> bool {
        self.front.writes_shared(self.def(def))
    }
    fn implementors(&self, object: &Ty) -> Rc<Implementors> {
        self.front.implementors(object)
    }
    fn closure_owner(&self, closure: ClosureId) -> Option<FnRef> {
        self.front.closure_owner(closure)
    }
    fn method_for(&self, method: &FnRef) -> Read<FnRef> {
        self.front.method_for(method)
    }
    fn is_copy(&self, ty: &Ty) -> bool {
        self.front.is_copy(ty)
    }
    fn is_hashed_as_compared(&self, key: &Ty, asked: &Ty) -> bool {
        self.front.is_hashed_as_compared(key, asked)
    }
    fn lang_fn(&self, name: &str, args: &[Ty]) -> Option<FnRef> {
        self.front.lang_fn(name, args)
    }
    fn float_bits(&self, width: u32) -> Option<Ty> {
        self.front.float_bits(width)
    }
    fn size_and_align(&self, ty: &Ty) -> Option<(u64, u64)> {
        self.front.size_and_align(ty)
    }
    fn formats_by_hand(&self, ty: &Ty, by: Option<&str>) -> crate::front::ByHand {
        self.front.formats_by_hand(ty, by)
    }
    fn drop_impl(&self, ty: &Ty) -> Option<FnRef> {
        self.front.drop_impl(ty)
    }
}
